//! Reading `WWW-Authenticate`.

use http::header::WWW_AUTHENTICATE;
use http::{HeaderMap, HeaderValue};
use mcpwire_auth::challenge::{Challenge, Demand};
use mcpwire_auth::{Scopes, chosen_scopes};
use proptest::prelude::*;

fn headers(lines: &[&str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for line in lines {
        headers.append(WWW_AUTHENTICATE, HeaderValue::from_bytes(line.as_bytes()).unwrap());
    }
    headers
}

#[test]
fn the_challenge_that_can_be_followed_is_found() {
    // Lines, and what is due: where the metadata are, scopes, error, whether proofs are wanted.
    type Row<'a> = (&'a [&'a str], Option<&'a str>, Option<&'a str>, Option<&'a str>, bool);
    let metadata = "https://a.example/m";
    let rows: &[Row<'_>] = &[
        (&[], None, None, None, false),
        (&["Bearer"], None, None, None, false),
        (&["bearer realm=\"x\""], None, None, None, false),
        (
            &[r#"Bearer resource_metadata="https://a.example/m", scope="b a b""#],
            Some(metadata),
            Some("b a"),
            None,
            false,
        ),
        (&[r#"Bearer RESOURCE_METADATA="https://a.example/m""#], Some(metadata), None, None, false),
        (
            &[r#"Basic realm="a, b", Bearer error=invalid_token, scope="x""#],
            None,
            Some("x"),
            Some("invalid_token"),
            false,
        ),
        (&[r#"Basic realm="x""#, r#"Bearer scope="y""#], None, Some("y"), None, false),
        (&[r#"Bearer scope="b""#, r#"DPoP scope="d", algs="ES256""#], None, Some("d"), None, true),
        (&[r#"Negotiate YWJj==, Bearer scope="n""#], None, Some("n"), None, false),
        (&[r#"Bearer error_description="say \"hi\"", scope="q""#], None, Some("q"), None, false),
        (&[r#"Bearer scope="""#], None, None, None, false),
        (&["Digest realm=\"x\""], None, None, None, false),
        (&[r#"Negotiate, Bearer scope="n""#], None, Some("n"), None, false),
        (&[r#", ,Bearer scope = "n" ,"#], None, Some("n"), None, false),
        (
            &[r#"Bearer scope="a, b=c, DPoP d", error=e"#],
            None,
            Some("a, b=c, DPoP d"),
            Some("e"),
            false,
        ),
        // What cannot be read is as if it were not there.
        (&["Bearer scope=\"open", r#"Bearer scope="z""#], None, Some("z"), None, false),
        (&[r#"Bearer realm="ä", scope="z""#], None, Some("z"), None, false),
        (&[r#"Bearer realm=a b, error="x"y, scope="z""#], None, Some("z"), None, false),
        (&[r#"scope="stray", Bearer"#], None, None, None, false),
        (&["Bearer", r#"scope="of no challenge""#], None, None, None, false),
    ];
    for (lines, metadata, scopes, error, dpop) in rows {
        let demand = Demand::read(&headers(lines));
        assert_eq!(demand.resource_metadata.as_deref(), *metadata, "{lines:?}");
        assert_eq!(demand.scopes.map(|it| it.to_string()).as_deref(), *scopes, "{lines:?}");
        assert_eq!(demand.error.as_deref(), *error, "{lines:?}");
        assert_eq!(demand.dpop, *dpop, "{lines:?}");
    }
}

#[test]
fn parameters_lose_their_quotes() {
    let line = r#"Bearer error_description="say \"hi\"""#;
    let read = Challenge::read_all([line.as_bytes()]);
    assert_eq!(read[0].param("Error_Description"), Some(r#"say "hi""#));
}

#[test]
fn no_more_challenges_are_read_than_the_limit() {
    let lines = vec!["Bearer a=b".as_bytes(); 10 * Challenge::MOST];
    assert_eq!(Challenge::read_all(lines).len(), Challenge::MOST);
}

#[test]
fn scopes_are_chosen_in_the_order_of_the_specification() {
    let published = ["p".to_owned(), "q".to_owned()];
    // Challenged, published, asked for before, offline, and what is asked for.
    type Row<'a> = (Option<&'a str>, Option<&'a [String]>, &'a str, bool, &'a str);
    let rows: &[Row<'_>] = &[
        (Some("c"), Some(&published), "", false, "c"),
        (None, Some(&published), "", false, "p q"),
        (None, None, "", false, ""),
        (Some("c"), Some(&published), "old", false, "old c"),
        (Some("c"), None, "", true, "c offline_access"),
        // Alone it would ask for nothing but that.
        (None, None, "", true, ""),
    ];
    for (challenged, published, before, offline, due) in rows {
        let challenged = challenged.map(Scopes::parse);
        let chosen =
            chosen_scopes(challenged.as_ref(), *published, &Scopes::parse(before), *offline);
        assert_eq!(chosen.to_string(), *due);
    }
}

#[test]
fn what_is_no_scope_is_left_out() {
    assert_eq!(Scopes::parse("a  b\ta \"c\" d\\e ö f").to_string(), "a b f");
    let many: Vec<String> = (0..2 * Scopes::MOST).map(|n| n.to_string()).collect();
    assert_eq!(Scopes::parse(&many.join(" ")).iter().count(), Scopes::MOST);
}

proptest! {
    #[test]
    fn no_header_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(value) = HeaderValue::from_bytes(&bytes) {
            let mut headers = HeaderMap::new();
            headers.append(WWW_AUTHENTICATE, value);
            let _ = Demand::read(&headers);
        }
    }

    #[test]
    fn what_a_server_says_is_read_back(
        scope in "[a-z:.]{1,12}( [a-z:.]{1,12}){0,4}",
        description in "[ -~]{0,40}",
    ) {
        let escaped = description.replace('\\', "\\\\").replace('"', "\\\"");
        let line = format!("Bearer error_description=\"{escaped}\", scope=\"{scope}\"");
        let demand = Demand::read(&headers(&[&line]));
        prop_assert_eq!(demand.description, Some(description));
        prop_assert_eq!(demand.scopes, Some(Scopes::parse(&scope)));
    }
}
