/**
 * How many bytes a request's head may have. The library reads it from the environment when it is loaded, so this must be imported
 * before. Its own 4 kB is less than pages and proxies send: the cookies of everything that was ever served on `localhost`, the
 * sign-in of a proxy. 16 kB is what HAProxy and Node take.
 */
const HEADER_BYTES = 16 * 1024;

process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= String(HEADER_BYTES);
