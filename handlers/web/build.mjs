// Builds the style sheets and scripts of the pages into dist, or into the folder named.
// The result depends on the sources and the versions in package-lock.json alone.
import * as esbuild from 'esbuild'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { pack } from './pack.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const out = path.resolve(process.argv[2] ?? path.join(here, 'dist'))

await esbuild.build({
  absWorkingDir: here,
  entryPoints: [
    { in: 'src/page/page.css', out: 'page' },
    { in: 'src/shop/shop.css', out: 'shop' },
    { in: 'src/shop/shop.ts', out: 'shop' },
    { in: 'src/shop/live_page.ts', out: 'live' },
    { in: 'src/shop/offline.ts', out: 'offline' },
    { in: 'src/shop/element.ts', out: 'element' },
    { in: 'src/shop/frame.ts', out: 'frame' },
    { in: 'src/shop/embed.ts', out: 'embed' },
    { in: 'src/setup/setup.css', out: 'setup' },
    { in: 'src/setup/setup.ts', out: 'setup' },
    { in: 'src/staff/staff.css', out: 'staff' },
    { in: 'src/staff/staff.ts', out: 'staff' },
    { in: 'src/office/office.css', out: 'office' },
    { in: 'src/office/office.ts', out: 'office' },
    { in: 'src/office/seats.css', out: 'seats' },
    { in: 'src/office/seats.ts', out: 'seats' },
    { in: 'src/plan/plan.tsx', out: 'plan' },
    { in: 'src/door/scanner.css', out: 'scanner' },
    { in: 'src/door/scanner.tsx', out: 'scanner' },
    { in: 'src/door/worker.ts', out: 'worker' },
  ],
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome109', 'firefox115', 'safari16.4'],
  charset: 'utf8',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
})

// The reader of codes is a WebAssembly of its own; it comes from our server alone.
await pack(await readFile(path.join(here, 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')), path.join(out, 'reader.wasm'))
