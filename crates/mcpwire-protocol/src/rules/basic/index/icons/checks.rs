//! Where icons come from, and their sizes.

use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site, excerpt};
use crate::rules::formats::{is_base64, is_uri};
use crate::rules::path::Path;

pub(in crate::rules) const CHECKS: &[TypeCheck] = &[TypeCheck { of: "Icon", check: icon }];

fn icon(icon: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if let Some(src) = icon.string("src") {
        source(icon, &src, findings);
    }
    let sizes = icon.get("sizes").into_iter().flat_map(|sizes| sizes.elements());
    for (index, size) in sizes.enumerate() {
        if size.as_string().is_some_and(|size| !is_size(&size)) {
            let sizes = Path::Named(&icon.path, "sizes");
            let place = (size, Path::Element(&sizes, index));
            let advice = "Write sizes as `48x48`, or `any`.";
            findings.add(
                "icon-sizes-format",
                place,
                format!("The size is {}.", excerpt(size)),
                advice,
            );
        }
    }
}

fn source(icon: &Site<'_, '_>, src: &str, findings: &mut Findings<'_, '_>) {
    if !is_uri(src) {
        findings.at("icon-src-uri", icon, "src", "Send an absolute URI.");
        return;
    }
    let (scheme, rest) = src.split_once(':').unwrap_or_default();
    match scheme.to_ascii_lowercase().as_str() {
        "https" => {}
        "http" => {
            findings.at(
                "icon-src-plain-http",
                icon,
                "src",
                "Serve the icon over HTTPS, or send it as a data URI.",
            );
        }
        "data" => {
            let data = rest.split_once(',').filter(|(head, _)| head.ends_with(";base64"));
            if !data.is_some_and(|(_, data)| is_base64(data)) {
                findings.at("icon-src-data-base64", icon, "src", "Encode the image as base64.");
            }
        }
        _ => {
            findings.at(
                "icon-src-scheme",
                icon,
                "src",
                "Use an HTTPS URL or a data URI; clients refuse other schemes.",
            );
        }
    }
}

fn is_size(size: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    size == "any"
        || size.split_once('x').is_some_and(|(width, height)| number(width) && number(height))
}
