//! What the tests of the house share.
