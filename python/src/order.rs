//! An order of queries in which neighbours look at the same part of an index.

/// The number of parts that all places are cut into.
const PARTS: usize = 1 << 13;

/// Returns the rows by chromosome and by parts of their starts, in their order within a part. `None` if most rows are in that
/// order already, if there are few, or if codes are not small numbers.
pub(crate) fn by_place(codes: &[i64], starts: &[i64]) -> Option<Vec<u32>> {
    let descents = codes.windows(2).zip(starts.windows(2)).filter(|(c, s)| (c[0], s[0]) > (c[1], s[1])).count();
    let (low, high) = (starts.iter().min()?, starts.iter().max()?);
    let (least, most) = (codes.iter().min()?, codes.iter().max()?);
    if descents < codes.len() / 16 || codes.len() < PARTS || *least < 0 || *most >= PARTS as i64 / 2 {
        return None;
    }
    u32::try_from(codes.len()).ok()?;
    let parts = PARTS / (*most as usize + 1);
    let width = high.abs_diff(*low) / parts as u64 + 1;
    let part = |row: usize| codes[row] as usize * parts + (starts[row].abs_diff(*low) / width) as usize;
    // Counting sort: the first place of each part, then the rows.
    let mut next = vec![0_usize; PARTS + 1];
    (0..codes.len()).for_each(|row| next[part(row) + 1] += 1);
    (0..PARTS).for_each(|part| next[part + 1] += next[part]);
    let mut rows = vec![0; codes.len()];
    for row in 0..codes.len() {
        let place = &mut next[part(row)];
        rows[*place] = row as u32;
        *place += 1;
    }
    Some(rows)
}

/// Puts pairs that are grouped by row into the order of the rows, of which there are `count`.
pub(crate) fn by_row(pairs: &mut (Vec<i64>, Vec<i64>), count: usize) {
    let (rows, numbers) = pairs;
    let mut next = vec![0_usize; count + 1];
    rows.iter().for_each(|&row| next[row as usize + 1] += 1);
    (0..count).for_each(|row| next[row + 1] += next[row]);
    let mut ordered = vec![0; numbers.len()];
    for (&row, &number) in rows.iter().zip(&*numbers) {
        let place = &mut next[row as usize];
        ordered[*place] = number;
        *place += 1;
    }
    *numbers = ordered;
    // `next` has the end of each row's pairs now.
    let mut first = 0;
    for (row, &end) in (0..).zip(&next[..count]) {
        rows[first..end].fill(row);
        first = end;
    }
}
