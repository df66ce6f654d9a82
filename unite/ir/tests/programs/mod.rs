//! The programs of the figures, in the spelling of the language.

/// Each with the number of its figure.
pub(crate) const PROGRAMS: [(&str, &str); 18] = [
    ("1", "for r=-1.7:1.7  for s=-1.7:1.7  if r*r+s*s <= 1.7*1.7:  count += A[2.2+r, 3.9+s]"),
    ("2 points", "for i=0:9  s += x[i]*y[i]"),
    ("2 intervals", "for i=0:9  s += x[i]*y[i]*d(i)"),
    ("3", "for i=-inf:inf  if Mask[i]  for j=-inf:inf  Z[i] += A[i+j]*B[j]*d(j)"),
    ("19 box", "for x for y for id  Out[id] |= Box[x,y] && Points[x,y,id]"),
    ("19 radius", "for r=-R:R for s=-R:R for id  if r*r+s*s <= R*R:  Out[id] |= Points[Ox+r, Oy+s, id]"),
    (
        "21",
        "for x,y,z  if Mask[x,y,z]   for r,s,t=-R:R  if r*r+s*s+t*t <= R*R   for xk,yk,zk
           if (xk-r)*(xk-r)+(yk-s)*(yk-s)+(zk-t)*(zk-t) <= sigma*sigma
           let w = 1 - ((xk-r)*(xk-r)+(yk-s)*(yk-s)+(zk-t)*(zk-t)).sqrt()/sigma;
           for m for c  Out[x,y,z,m] += w*Kernel[xk,yk,zk,m,c]*Input[x+r,y+s,z+t,c]",
    ),
    (
        "23",
        "for t=0:T-1  let x=ox+t*dx, y=oy+t*dy, z=oz+t*dz   for i=0:1 for j=0:1 for k=0:1 for c=0:27
           Out[t,c] += Grid[x+i,y+j,z+k,c]*d(i)*d(j)*d(k)",
    ),
    ("24 intersect", "for chr=1:23 for id for jd for x:   Intersect[chr,id,jd,x] |= Query[chr,id,x] && Data[chr,jd,x]"),
    ("24 overlap", "for chr=1:23 for id for jd for x:   Overlap[chr,id] |= Query[chr,id,x] && Data[chr,jd,x]"),
    ("24 join", "for chr=1:23 for id for jd for x:   Join[chr,id,jd] |= Query[chr,id,x] && Data[chr,jd,x]"),
    ("24 count", "for chr=1:23 for id for jd for x: if Query[chr,id,x] && Data[chr,jd,x]: Count[chr,id] += 1"),
    (
        "24 count, valid",
        "for chr=1:23 for id for jd for x: Hit[chr,id,jd] |= Query[chr,id,x] && Data[chr,jd,x];
         for chr=1:23 for id for jd if Hit[chr,id,jd]: Count[chr,id] += 1",
    ),
    (
        "24 grid",
        "for chr=1:23 for id for x1 for jd  if Query[chr,id,x1] && Grid[chr,x1,jd]:
           for x  Overlap[chr,id] |= Query[chr,id,x] && Data[chr,jd,x]",
    ),
    ("strided", "for i=0:9 Z[i] max= A[2*i+10] + A2[10-i] + A3[0.5*i]"),
    ("diagonal", "for i=0:9 trace += A[i,i]"),
    ("transposed", "for i for j Z[i] min= A[walk(j), i] * B[gallop(i), follow(j)] as f64"),
    ("braces", "for i { if self.mask[i] { let w = f::g(i, 2).abs(); { Z[i] &= !(w == inf_) || true; } } };"),
];
