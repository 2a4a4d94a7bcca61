// Packs a large file in the two ways that browsers take; it is not kept otherwise.
//   node pack.mjs file dist/name
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export async function pack(bytes, to) {
  await writeFile(`${to}.gz`, gzipSync(bytes, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${to}.br`, brotliCompressSync(bytes, { params }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await pack(await readFile(process.argv[2]), process.argv[3])
