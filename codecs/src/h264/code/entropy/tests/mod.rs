//! Tests of the entropy coders against a parser. It follows the standard's flow charts and syntax tables literally, bit
//! by bit, and shares only the tables of numbers with the writers.

mod cabac_decoder;
mod cabac_parser;
mod cavlc_parser;
mod laws;
mod parser;
mod plain_encoder;
mod random;
mod rbsp;
mod tables;
mod traced;
