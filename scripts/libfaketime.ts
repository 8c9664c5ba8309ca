/** Debian's path of libfaketime, for programs with several threads (package `faketime`). */
export const libfaketime = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`;
