//! The values of numbers, compared by their digits: nothing is ever rounded, and no exponent is
//! too large.

use std::fmt;

/// Beyond so many zeros a whole number is spelled with an exponent, so that `1e999999999` stays
/// as short as it came.
const MOST_ZEROS: usize = 40;

/// A number that is not zero: its digits without zeros at either end, times a power of ten.
struct Decimal<'a> {
    negative: bool,
    /// The digits before and after the point, all zeros still there.
    digits: [&'a str; 2],
    /// How many digits are significant, from the first that is not zero.
    count: usize,
    power: Power,
}

impl<'a> Decimal<'a> {
    /// `None` for zero.
    fn of(spelled: &'a str) -> Option<Self> {
        let negative = spelled.starts_with('-');
        let unsigned = spelled.strip_prefix('-').unwrap_or(spelled);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut number =
            Decimal { negative, digits: [whole, fraction], count: 0, power: Power::Small(0) };
        let mut zeros = 0;
        for digit in number.digits_from_first() {
            number.count += 1;
            zeros = if digit == b'0' { zeros + 1 } else { 0 };
        }
        if number.count == 0 {
            return None;
        }
        number.count -= zeros;
        number.power = Power::of(exponent, zeros as i64 - fraction.len() as i64);
        Some(number)
    }

    fn digits_from_first(&self) -> impl Iterator<Item = u8> + use<'a> {
        let [whole, fraction] = self.digits;
        whole.bytes().chain(fraction.bytes()).skip_while(|digit| *digit == b'0')
    }

    fn significant(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.digits_from_first().take(self.count)
    }
}

/// An exponent, exactly. `Large` holds what does not fit into 64 bits, spelled without needless
/// zeros or sign, so that equal exponents are equal values of this type.
#[derive(PartialEq)]
enum Power {
    Small(i64),
    Large(String),
}

impl Power {
    /// The exponent as it is spelled in a number, plus `shift`.
    fn of(exponent: &str, shift: i64) -> Self {
        match exponent.parse::<i64>() {
            Ok(exponent) => match exponent.checked_add(shift) {
                Some(sum) => Power::Small(sum),
                None => Power::Large((i128::from(exponent) + i128::from(shift)).to_string()),
            },
            Err(_) => Power::of_large(exponent, shift),
        }
    }

    fn of_large(exponent: &str, shift: i64) -> Self {
        let negative = exponent.starts_with('-');
        let mut digits = exponent.trim_start_matches(['-', '+']).as_bytes().to_vec();
        let mut carry = if negative { -i128::from(shift) } else { i128::from(shift) };
        for digit in digits.iter_mut().rev() {
            if carry == 0 {
                break;
            }
            carry += i128::from(*digit - b'0');
            *digit = b'0' + carry.rem_euclid(10) as u8;
            carry = carry.div_euclid(10);
        }
        // The exponent is larger than any shift, so that what is carried out is never negative.
        let carried = if carry > 0 { carry.to_string() } else { String::new() };
        let sign = if negative { "-" } else { "" };
        let sum = carried + &String::from_utf8(digits).unwrap_or_default();
        let sum = format!("{sign}{}", sum.trim_start_matches('0'));
        sum.parse().map_or(Power::Large(sum), Power::Small)
    }

    fn is_negative(&self) -> bool {
        match self {
            Power::Small(power) => *power < 0,
            Power::Large(power) => power.starts_with('-'),
        }
    }
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Power::Small(power) => write!(f, "{power}"),
            Power::Large(power) => f.write_str(power),
        }
    }
}

/// Whether a checked number is an integer by value: `7`, `-0`, `1.0` and `1e3` are, `1.5` and
/// `1e-1` are not. This is what JSON Schema means by an integer.
pub fn is_integer(spelled: &str) -> bool {
    if spelled.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return true;
    }
    Decimal::of(spelled).is_none_or(|number| !number.power.is_negative())
}

/// Whether two checked numbers have the same value, however they are spelled and however large
/// they are.
pub fn same_number(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    match (Decimal::of(one), Decimal::of(other)) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            one.negative == other.negative
                && one.count == other.count
                && one.power == other.power
                && one.significant().eq(other.significant())
        }
        _ => false,
    }
}

/// The one spelling of a checked number's value: plain digits for an integer, and a power of ten
/// for a fraction or where many zeros would follow. Two numbers are the same exactly if these are.
pub(crate) fn normal_number(spelled: &str) -> String {
    let Some(number) = Decimal::of(spelled) else {
        return "0".to_owned();
    };
    let mut normal = String::from(if number.negative { "-" } else { "" });
    normal.extend(number.significant().map(char::from));
    match number.power {
        Power::Small(zeros) if (0..=MOST_ZEROS as i64).contains(&zeros) => {
            normal.extend(std::iter::repeat_n('0', zeros as usize));
        }
        power => normal += &format!("e{power}"),
    }
    normal
}

/// Whether a checked number is spelled as [`normal_number`] would, seen at a glance.
pub(crate) fn is_normal_number(spelled: &str) -> bool {
    spelled.len() <= MOST_ZEROS && spelled.bytes().all(|byte| byte.is_ascii_digit())
}
