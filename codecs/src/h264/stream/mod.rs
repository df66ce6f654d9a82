//! The stream: headers, access units, and the session that ties plan and code together.

mod access_unit;
mod headers;
mod session;
#[cfg(test)]
mod tests;

pub use access_unit::AccessUnit;
pub use session::Session;
