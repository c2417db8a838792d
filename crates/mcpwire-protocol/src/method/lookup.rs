use super::table::Method;

const SLOTS: usize = 256;
const FREE: u8 = u8::MAX;

/// Names to methods: an open-addressed table that the compiler fills.
static TABLE: [u8; SLOTS] = fill();

/// Names end and begin alike, so the length and three bytes from the second half tell them apart.
const fn hash(name: &[u8]) -> usize {
    let length = name.len();
    if length == 0 {
        return 0;
    }
    let end = name[length - 1] as usize;
    let middle = name[length / 2] as usize;
    let late = name[length - 1 - length / 4] as usize;
    (length * 37 + end * 11 + middle * 5 + late * 3) % SLOTS
}

const fn fill() -> [u8; SLOTS] {
    let mut table = [FREE; SLOTS];
    let mut at = 0;
    while at < Method::ALL.len() {
        let mut slot = hash(Method::ALL[at].name().as_bytes());
        while table[slot] != FREE {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = at as u8;
        at += 1;
    }
    table
}

#[inline]
pub(super) fn find(name: &str) -> Option<Method> {
    let mut slot = hash(name.as_bytes());
    loop {
        // A free slot holds an index beyond the table's end, which stops the search.
        let method = *Method::ALL.get(usize::from(TABLE[slot]))?;
        if method.name() == name {
            return Some(method);
        }
        slot = (slot + 1) % SLOTS;
    }
}
