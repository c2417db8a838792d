use super::fault::{JsonFault, JsonProblem};
use super::members::Key;
use super::number::end_of_number;
use super::string::end_of_string;
use super::text::Text;

/// One pass over JSON text: the caller walks the objects that it knows and steps over the rest;
/// everything that is passed is checked against the grammar.
///
/// Nesting costs one bit a level, never recursion; [`Scanner::deepest`] tells how deep the text
/// went, so that the caller can refuse by its own limit after reading what it needs.
#[derive(Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
    open: usize,
    deepest: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a str) -> Self {
        Scanner { text, at: 0, open: 0, deepest: 0 }
    }

    /// The deepest nesting met so far: 0 for a scalar, 1 for `{}` or `[1]`, 2 for `[[]]`.
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// Reads one value and checks that nothing but white space follows.
    pub fn only_value(mut self) -> Result<Text<'a>, JsonFault> {
        let value = self.value()?;
        self.end()?;
        Ok(value)
    }

    /// Checks that nothing but white space is left.
    pub fn end(&mut self) -> Result<(), JsonFault> {
        match self.peek() {
            Ok(_) => Err(self.fault(JsonProblem::TrailingText)),
            Err(_) => Ok(()),
        }
    }

    /// Walks the object that starts here; `member` is called with each key and must read its
    /// value. The walk is one level deeper than the scanner was.
    #[inline(always)]
    pub fn object<E: From<JsonFault>>(
        &mut self,
        mut member: impl FnMut(&mut Self, Key<'a>) -> Result<(), E>,
    ) -> Result<Text<'a>, E> {
        let from = self.expect(b'{', "an object")?;
        self.enter();
        if self.peek()? != b'}' {
            loop {
                let key = self.key()?;
                member(self, key)?;
                match self.peek()? {
                    b',' => self.at += 1,
                    b'}' => break,
                    found => return Err(self.expected("a comma or `}`", found).into()),
                }
            }
        }
        self.at += 1;
        self.open -= 1;
        Ok(Text::checked(&self.text[from..self.at]))
    }

    /// The first byte of the next value or sign, after white space.
    #[inline(always)]
    pub fn peek(&mut self) -> Result<u8, JsonFault> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(&byte) if byte > b' ' => return Ok(byte),
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(&byte) => return Ok(byte),
                None => return Err(self.fault(JsonProblem::UnexpectedEnd)),
            }
        }
    }

    /// Steps over one value of any kind.
    #[inline]
    pub fn value(&mut self) -> Result<Text<'a>, JsonFault> {
        let first = self.peek()?;
        let from = self.at;
        match first {
            b'{' | b'[' => self.nested()?,
            _ => self.scalar(first)?,
        }
        Ok(Text::checked(&self.text[from..self.at]))
    }

    fn nested(&mut self) -> Result<(), JsonFault> {
        let mut levels = Levels::default();
        loop {
            let first = self.peek()?;
            let opened = match first {
                b'{' | b'[' => self.open_container(first, &mut levels)?,
                _ => {
                    self.scalar(first)?;
                    false
                }
            };
            if !opened && self.close_what_ends(&mut levels)? {
                return Ok(());
            }
        }
    }

    /// Goes into an object or array, up to its first value; `false` where it is empty and thus
    /// already over.
    fn open_container(&mut self, first: u8, levels: &mut Levels) -> Result<bool, JsonFault> {
        let object = first == b'{';
        self.at += 1;
        self.enter();
        if self.peek()? == if object { b'}' } else { b']' } {
            self.at += 1;
            self.open -= 1;
            return Ok(false);
        }
        levels.push(object);
        if object {
            self.skip_key()?;
        }
        Ok(true)
    }

    /// After a value: closes the containers that end here, and steps to the next value; `true`
    /// when the outermost is closed.
    fn close_what_ends(&mut self, levels: &mut Levels) -> Result<bool, JsonFault> {
        while let Some(object) = levels.top() {
            match self.peek()? {
                b',' => {
                    self.at += 1;
                    if object {
                        self.skip_key()?;
                    }
                    return Ok(false);
                }
                b'}' if object => {}
                b']' if !object => {}
                found if object => return Err(self.expected("a comma or `}`", found)),
                found => return Err(self.expected("a comma or `]`", found)),
            }
            self.at += 1;
            self.open -= 1;
            levels.pop();
        }
        Ok(true)
    }

    #[inline(always)]
    fn enter(&mut self) {
        self.open += 1;
        self.deepest = self.deepest.max(self.open);
    }

    #[inline(always)]
    fn key(&mut self) -> Result<Key<'a>, JsonFault> {
        let (from, end, escaped) = self.skip_key()?;
        Ok(Key::checked(&self.text[from..end], escaped))
    }

    /// Steps over a key and its colon; returns where the key stands and whether it has escapes.
    #[inline(always)]
    fn skip_key(&mut self) -> Result<(usize, usize, bool), JsonFault> {
        let from = self.expect(b'"', "a member's name in quotes")?;
        let (end, escaped) = end_of_string(self.text.as_bytes(), from)?;
        self.at = end;
        self.expect(b':', "a colon")?;
        Ok((from, end, escaped))
    }

    #[inline(always)]
    fn scalar(&mut self, first: u8) -> Result<(), JsonFault> {
        let bytes = self.text.as_bytes();
        self.at = match first {
            b'"' => end_of_string(bytes, self.at)?.0,
            b'-' | b'0'..=b'9' => end_of_number(bytes, self.at)?,
            b't' => self.word("true")?,
            b'f' => self.word("false")?,
            b'n' => self.word("null")?,
            found => return Err(self.expected("a JSON value", found)),
        };
        Ok(())
    }

    fn word(&self, word: &'static str) -> Result<usize, JsonFault> {
        let rest = &self.text.as_bytes()[self.at..];
        let same = rest.iter().zip(word.bytes()).take_while(|(one, other)| **one == *other).count();
        if same == word.len() {
            return Ok(self.at + same);
        }
        let at = self.at + same;
        let problem = match rest.get(same) {
            Some(&found) => JsonProblem::Expected { expected: "`true`, `false` or `null`", found },
            None => JsonProblem::UnexpectedEnd,
        };
        Err(JsonFault { at, problem })
    }

    /// Steps over `sign` and returns where it stood.
    #[inline(always)]
    fn expect(&mut self, sign: u8, expected: &'static str) -> Result<usize, JsonFault> {
        match self.peek()? {
            found if found == sign => {
                self.at += 1;
                Ok(self.at - 1)
            }
            found => Err(self.expected(expected, found)),
        }
    }

    #[cold]
    fn expected(&self, expected: &'static str, found: u8) -> JsonFault {
        self.fault(JsonProblem::Expected { expected, found })
    }

    #[cold]
    fn fault(&self, problem: JsonProblem) -> JsonFault {
        JsonFault { at: self.at, problem }
    }
}

/// The open containers, one bit each: set for an object.
#[derive(Default)]
struct Levels {
    recent: u64,
    depth: usize,
    older: Vec<u64>,
}

impl Levels {
    #[inline(always)]
    fn push(&mut self, object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.older.push(self.recent);
        }
        self.recent = self.recent << 1 | u64::from(object);
        self.depth += 1;
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.depth -= 1;
        self.recent >>= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.recent = self.older.pop().unwrap_or_default();
        }
    }

    #[inline(always)]
    fn top(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.recent & 1 == 1)
    }
}
