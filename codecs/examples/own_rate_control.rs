//! Rate control from outside: the QP of each picture follows the bits spent so far.
//!
//! `cargo run --release -p codecs --example own_rate_control`

use codecs::h264::{H264Error, Options, Request, Session};
use scene::{HEIGHT, Scene, WIDTH};

mod scene;

/// The bits that a picture may take on average: 300 kbit/s at 25 pictures a second.
const BITS_A_PICTURE: f64 = 300_000.0 / 25.0;

/// A controller: two steps of QP for each picture's worth of bits too many, spread over the pictures to come.
struct Rate {
    qp: f64,
    /// Bits spent beyond the target.
    debt: f64,
}

impl Rate {
    /// Returns the request for the next picture.
    fn next(&self) -> Request {
        Request::default().with_qp(Some(self.qp.round() as u8))
    }

    /// Takes the bits of a picture.
    fn spent(&mut self, bits: f64) {
        self.debt += bits - BITS_A_PICTURE;
        let too_many = (bits / BITS_A_PICTURE).log2() + 0.5 * self.debt / (10.0 * BITS_A_PICTURE);
        self.qp = (self.qp + 2.0 * too_many.clamp(-1.0, 1.0)).clamp(10.0, 51.0);
    }
}

fn main() -> Result<(), H264Error> {
    let mut session = Session::new(Options::new(WIDTH, HEIGHT).with_keyint(1000))?;
    let (mut scene, mut rate, mut all) = (Scene::new(), Rate { qp: 30.0, debt: 0.0 }, 0);
    for time in 0..100 {
        // The camera moves faster and faster.
        let speed = f64::from(time) / 10.0;
        for unit in session.push_with(&scene.picture(time, speed, 0.0)?, &rate.next())? {
            let bytes = unit.byte_stream().len();
            rate.spent(8.0 * bytes as f64);
            all += bytes;
            if time % 10 == 9 {
                println!("picture {time}: QP {}, {bytes} bytes", unit.qp);
            }
        }
    }
    let kilobits = 8.0 * all as f64 * 25.0 / 100.0 / 1000.0;
    println!("{kilobits:.0} kbit/s of {:.0}", BITS_A_PICTURE * 25.0 / 1000.0);
    Ok(())
}
