//! What is written is read back by a parser that follows the standard's flow charts and syntax tables literally, bit by bit,
//! and that shares nothing with the writers but the tables of numbers.

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
