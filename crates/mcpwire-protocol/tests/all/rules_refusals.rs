//! What a server refuses by its shape is refused by a rule that has a code.

use std::collections::BTreeSet;

use mcpwire_protocol::jsonrpc::ErrorCode;
use mcpwire_protocol::method::{Form, Method, Sender};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::rule;
use mcpwire_protocol::rules::shape::{Member, ObjectShape, Shape};
use mcpwire_protocol::types::{
    CreateMessageResult, ElicitResult, ListRootsResult, Shaped, params_shape,
};

#[test]
fn each_row_of_a_request_has_a_rule_with_a_code() {
    let mut rules = BTreeSet::new();
    for method in Method::ALL {
        let Some(usage) = method.at(Revision::LATEST) else { continue };
        if usage.form == Form::Request && usage.sender == Sender::Client {
            collect(params_shape(method.name()).expect("a shape"), &mut rules);
        }
    }
    // What retries bring is told apart by its members, which a walk through the tables cannot see.
    for answer in [ElicitResult::SHAPE, CreateMessageResult::SHAPE, ListRootsResult::SHAPE] {
        collect(answer, &mut rules);
    }
    assert!(rules.len() > 25, "{rules:?}");
    let without: Vec<_> = rules
        .into_iter()
        .filter(|id| rule(id).expect(id).code_due() != Some(ErrorCode::INVALID_PARAMS))
        .collect();
    assert!(without.is_empty(), "{without:?}");
}

/// The rules of a shape's rows. What stands in `_meta` beside the required fields never leads to a
/// refusal, and those have a test of their own.
fn collect(shape: &'static Shape, rules: &mut BTreeSet<&'static str>) {
    match shape {
        Shape::Object(object) => collect_rows(object, rules),
        Shape::ByMember(variants) => {
            rules.extend([variants.missing.as_str(), variants.unknown.as_str()]);
            variants.cases.iter().for_each(|(_, case)| collect(case, rules));
        }
        Shape::ByKind(kinds) => kinds.iter().for_each(|(_, shape)| collect(shape, rules)),
        Shape::Array(each) | Shape::ArrayUpTo(_, each) | Shape::Map(each) => collect(each, rules),
        _ => {}
    }
}

fn collect_rows(object: &'static ObjectShape, rules: &mut BTreeSet<&'static str>) {
    let own = |member: &&Member| member.name != "_meta";
    for member in object.members.iter().filter(own) {
        let ids = [member.missing, member.wrong, member.each, member.outside];
        rules.extend(ids.map(|id| id.as_str()));
        collect(member.shape, rules);
    }
}
