/* libjpeg-turbo's encoder and decoder, as a process: see turbo.rs.

   turbo encode WIDTH HEIGHT QUALITY PROGRESSIVE
     RGB on standard input; the seconds of processor time on a line of standard output, then the file: 4:2:0 with
     optimised Huffman tables.
   turbo decode WIDTH HEIGHT BYTES 0
     a file of so many bytes on standard input, RGB to standard output: the accurate integer IDCT, smooth upsampling. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <turbojpeg.h>

static void check(int fine, const char *what) {
  if (!fine) {
    fprintf(stderr, "turbo: %s\n", what);
    exit(1);
  }
}

static void *readAll(size_t bytes) {
  void *data = malloc(bytes);
  check(data && fread(data, 1, bytes, stdin) == bytes, "the input is too short");
  return data;
}

int main(int count, char **arguments) {
  check(count == 6, "turbo encode|decode WIDTH HEIGHT QUALITY|BYTES PROGRESSIVE");
  int width = atoi(arguments[2]), height = atoi(arguments[3]);
  long last = atol(arguments[4]);
  size_t samples = (size_t)3 * width * height;

  if (!strcmp(arguments[1], "decode")) {
    unsigned char *file = readAll(last), *decoded = malloc(samples);
    tjhandle tj = tj3Init(TJINIT_DECOMPRESS);
    check(tj && decoded && !tj3DecompressHeader(tj, file, last), tj3GetErrorStr(tj));
    check(tj3Get(tj, TJPARAM_JPEGWIDTH) == width && tj3Get(tj, TJPARAM_JPEGHEIGHT) == height, "another size");
    check(!tj3Decompress8(tj, file, last, decoded, 0, TJPF_RGB), tj3GetErrorStr(tj));
    check(fwrite(decoded, 1, samples, stdout) == samples, "nobody reads the samples");
    return 0;
  }

  unsigned char *picture = readAll(samples), *file = NULL;
  size_t bytes = 0;
  tjhandle tj = tj3Init(TJINIT_COMPRESS);
  check(tj != NULL, "it does not start");
  int set = tj3Set(tj, TJPARAM_QUALITY, last) | tj3Set(tj, TJPARAM_SUBSAMP, TJSAMP_420) |
            tj3Set(tj, TJPARAM_OPTIMIZE, 1) | tj3Set(tj, TJPARAM_PROGRESSIVE, atoi(arguments[5]));
  check(!set, tj3GetErrorStr(tj));
  clock_t start = clock();
  check(!tj3Compress8(tj, picture, width, 0, height, TJPF_RGB, &file, &bytes), tj3GetErrorStr(tj));
  printf("%.9f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
  check(fwrite(file, 1, bytes, stdout) == bytes, "nobody reads the file");
  return 0;
}
