// Builds the tests beside the sources and runs them in node.
import * as esbuild from 'esbuild'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import os from 'node:os'
import path from 'node:path'

const here = path.dirname(fileURLToPath(import.meta.url))
const out = mkdtempSync(path.join(os.tmpdir(), 'marquee-'))
try {
  const tests = ['src/door', 'src/plan', 'src/shop'].flatMap((folder) => readdirSync(path.join(here, folder)).filter((f) => f.endsWith('.test.ts')).map((f) => `${folder}/${f}`))
  await esbuild.build({
    absWorkingDir: here, entryPoints: tests, outdir: out, outbase: path.join(here, 'src'), outExtension: { '.js': '.mjs' },
    bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning',
  })
  const ran = spawnSync(process.execPath, ['--test', ...tests.map((f) => path.join(out, f.replace(/^src\/(.*)\.ts$/, '$1.mjs')))], { stdio: 'inherit', env: { ...process.env, MARQUEE_WEB: here } })
  process.exitCode = ran.status ?? 1
} finally {
  rmSync(out, { recursive: true })
}
