/* libjpeg-turbo's lossless encoder and decoder, as a process that times itself: see turbo.rs.

   turbo encode PRECISION COMPONENTS WIDTH HEIGHT PREDICTOR
     samples on standard input, then bytes: for each of them the picture is encoded, and a line says how many seconds that
     took. When no more come, the last file goes to standard output.
   turbo decode PRECISION COMPONENTS WIDTH HEIGHT BYTES
     a file of so many bytes on standard input, samples to standard output.

   Samples are bytes, or with a precision of 16 words of the machine. */

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

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
  check(count == 7, "turbo encode|decode PRECISION COMPONENTS WIDTH HEIGHT PREDICTOR|BYTES");
  int precision = atoi(arguments[2]), components = atoi(arguments[3]);
  int width = atoi(arguments[4]), height = atoi(arguments[5]);
  long last = atol(arguments[6]);
  int format = components == 1 ? TJPF_GRAY : TJPF_RGB;
  size_t samples = (size_t)components * width * height, sampleBytes = precision == 16 ? 2 : 1;

  if (!strcmp(arguments[1], "decode")) {
    unsigned char *file = readAll(last);
    void *decoded = malloc(samples * sampleBytes);
    tjhandle tj = tj3Init(TJINIT_DECOMPRESS);
    check(tj && !tj3DecompressHeader(tj, file, last), tj3GetErrorStr(tj));
    check(tj3Get(tj, TJPARAM_JPEGWIDTH) == width && tj3Get(tj, TJPARAM_JPEGHEIGHT) == height, "another size");
    check(tj3Get(tj, TJPARAM_PRECISION) == precision && tj3Get(tj, TJPARAM_LOSSLESS), "another process");
    int failed = precision == 16 ? tj3Decompress16(tj, file, last, decoded, 0, format)
                                 : tj3Decompress8(tj, file, last, decoded, 0, format);
    check(!failed, tj3GetErrorStr(tj));
    check(fwrite(decoded, sampleBytes, samples, stdout) == samples, "nobody reads the samples");
    return 0;
  }

  void *picture = readAll(samples * sampleBytes);
  /* Written to once, so that encodes meet no fresh pages; a difference has at most 32 bits. */
  size_t room = 4 * samples + 4096, bytes = 0;
  unsigned char *file = malloc(room);
  check(file != NULL, "no memory");
  memset(file, 1, room);
  tjhandle tj = tj3Init(TJINIT_COMPRESS);
  check(tj != NULL, "it does not start");
  int set = tj3Set(tj, TJPARAM_LOSSLESS, 1) | tj3Set(tj, TJPARAM_LOSSLESSPSV, last) |
            tj3Set(tj, TJPARAM_PRECISION, precision) | tj3Set(tj, TJPARAM_NOREALLOC, 1);
  check(!set, tj3GetErrorStr(tj));
  while (getchar() != EOF) {
    bytes = room;
    double start = now();
    int failed = precision == 16 ? tj3Compress16(tj, picture, width, 0, height, format, &file, &bytes)
                                 : tj3Compress8(tj, picture, width, 0, height, format, &file, &bytes);
    double seconds = now() - start;
    check(!failed, tj3GetErrorStr(tj));
    printf("%.9f\n", seconds);
    fflush(stdout);
  }
  check(fwrite(file, 1, bytes, stdout) == bytes, "nobody reads the file");
  return 0;
}
