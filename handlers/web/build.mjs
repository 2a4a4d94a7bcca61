// Builds the style sheets and scripts of the pages into dist, or into the folder named.
// The result depends on the sources and the versions in package-lock.json alone.
import * as esbuild from 'esbuild'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

const here = path.dirname(fileURLToPath(import.meta.url))
const out = path.resolve(process.argv[2] ?? path.join(here, 'dist'))

await esbuild.build({
  absWorkingDir: here,
  entryPoints: [
    { in: 'src/shop/shop.css', out: 'shop' },
    { in: 'src/shop/shop.ts', out: 'shop' },
    { in: 'src/shop/offline.ts', out: 'offline' },
  ],
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome109', 'firefox115', 'safari16.4'],
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
})
