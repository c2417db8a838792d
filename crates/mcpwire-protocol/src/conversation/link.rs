use super::answer::Answer;

/// What a message belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// A request that opens an exchange.
    Opened(Opened),
    /// A response to an exchange.
    Answer {
        /// The exchange.
        exchange: u64,
        /// What kind of answer it is.
        answer: Answer,
        /// Whether it comes as it should.
        timing: Timing,
    },
    /// An error without an id: the other side could not read a message.
    AnswerWithoutId,
    /// Progress of an exchange.
    Progress {
        /// The exchange that gave the token.
        exchange: u64,
        /// Whether that exchange was still open.
        is_open: bool,
    },
    /// The cancellation of an exchange.
    Cancellation {
        /// The exchange.
        exchange: u64,
        /// Whether it was still open; otherwise this is too late.
        is_open: bool,
    },
    /// A notification of a subscription.
    Subscription {
        /// The `subscriptions/listen` exchange.
        exchange: u64,
        /// Whether it was still open.
        is_open: bool,
        /// Whether the acknowledgement came before this message.
        acknowledged: bool,
        /// The exchange that created the task that this speaks of, if it does and it is known.
        task: Option<u64>,
    },
    /// News of a task.
    Task {
        /// The exchange that created it.
        exchange: u64,
    },
    /// A message that refers to something that was never seen.
    Unknown {
        /// What it refers to.
        reference: Reference,
        /// Set unless it may refer to something that was forgotten or never followed, by the
        /// limits.
        certain: bool,
    },
    /// A notification that should refer to something and does not, or not in a readable way.
    WithoutReference(Reference),
    /// A notification that refers to nothing.
    Alone,
    /// No valid message, and nothing in it that tells where it belongs.
    Malformed,
    /// A request that is not followed because of a limit.
    Overflow(Overflow),
}

/// A request that opens an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The number of the exchange.
    pub exchange: u64,
    /// What it goes on with.
    pub continues: Continues,
    /// The first open exchange of the same sender with the same id, which may not be.
    pub id_in_use: Option<u64>,
    /// The first open exchange of the same sender with the same progress token, which may not be.
    pub token_in_use: Option<u64>,
}

/// What an exchange goes on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continues {
    /// Nothing: it is an act of its own, or the first of one.
    Nothing,
    /// It is the retry after this exchange, which was answered with a request for input.
    Round(u64),
    /// It is about the task that this exchange created.
    Task(u64),
    /// It brings a state or answers that nothing remembered here has asked for.
    UnknownRound,
    /// It is about a task that nothing remembered here has created.
    UnknownTask,
}

/// Whether an answer comes as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timing {
    /// It is the first one, and was waited for.
    InTime,
    /// The exchange was cancelled before; the two may have crossed.
    AfterCancellation,
    /// The exchange was given up before.
    AfterGivingUp,
    /// The exchange has an answer already.
    Duplicate,
}

/// What kind of thing a message refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// A request, by its id, in an answer.
    Request,
    /// A request, by its progress token.
    ProgressToken,
    /// A request, by its id, in a cancellation.
    Cancelled,
    /// A subscription, by the id of its request.
    Subscription,
    /// A task, by its id.
    Task,
}

/// Which limit keeps a request from being followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// Too many exchanges are open.
    Open,
    /// The id is too long.
    LongId,
}
