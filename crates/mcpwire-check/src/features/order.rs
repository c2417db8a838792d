//! The order of tools that have not changed.

use mcpwire_protocol::json::Text;

use crate::answered::Answered;
use crate::asked::mark_of;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

/// The tools of a list that is one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// The same for the same tools in any order.
    tools: u64,
    count: u64,
    /// The same for the same tools in the same order.
    order: u64,
}

impl Order {
    fn of(list: Text<'_>) -> Self {
        let start = Order { tools: 0, count: 0, order: 0 };
        list.elements().fold(start, |so_far, tool| {
            let mark = mark_of(tool.as_str());
            Order {
                tools: so_far.tools.wrapping_add(mark),
                count: so_far.count + 1,
                order: so_far.order.rotate_left(5).wrapping_mul(31).wrapping_add(mark),
            }
        })
    }
}

impl Stream {
    /// Compares a list of tools with the one before it.
    pub(crate) fn tools_in_order(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        let Some(list) = result.get("tools") else { return };
        if one.asked.has_cursor || result.get("nextCursor").is_some() {
            return;
        }
        let order = Order::of(list);
        let Some(before) = self.known.order.replace(order) else { return };
        if (before.tools, before.count) != (order.tools, order.count) {
            return;
        }
        desk.evidence.occasion(Exchange::ToolsOrder);
        if before.order != order.order {
            let seen = "The same tools come in another order than before.".to_owned();
            let advice = "List unchanged tools in the same order each time.";
            let at = here.member(list, "/result/tools");
            desk.blame(here, Exchange::ToolsOrder, at, seen, advice);
        }
    }
}
