// Looks at every kind of mail as a program with a browser inside shows it, from the files that
// the tests of package mail write:
//
//	node browser/mails.mjs
//
// In three widths, by day and by night: nothing scrolls sideways, a mail has one thing to do,
// nothing is asked of a server, and axe finds nothing. SHOTS names a folder for pictures, ONLY is
// the beginning of the name of the only mail that is looked at.
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from 'playwright-core'

const files = new URL('../../../app/mail/testdata/mails/', import.meta.url)
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const { SHOTS: shots, ONLY: only = '', HEART: heart } = process.env
if (shots) await mkdir(shots, { recursive: true })
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] })
const problems = []

/** A picture for what goes along with a mail. */
function drawn(id) {
  const logo = id === 'logo@picture'
  const [w, h] = logo ? [560, 160] : [900, 360]
  const svg = logo
    ? `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="#fff"/><circle cx="80" cy="80" r="56" fill="#0E5A6B"/><text x="160" y="100" font-size="64" font-weight="700" fill="#14181F">Uferlicht</text></svg>`
    : `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="#123"/><circle cx="650" cy="120" r="70" fill="#F2A33A"/><path d="M0 260q225-80 450 0t450 0v100H0z" fill="#0E5A6B"/></svg>`
  return 'data:image/svg+xml,' + encodeURIComponent(svg)
}

async function look(page, name) {
  if (shots) await page.screenshot({ path: path.join(shots, name.replace(/[^\w.-]+/g, '-') + '.png'), fullPage: true })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) problems.push(`${name}: ${wide} px wider than the window`)
  if (await page.locator('.main').count() > 1) problems.push(`${name}: more than one thing to do`)
  await page.evaluate(axe)
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }))
  for (const v of found.violations) problems.push(`${name}: ${v.id}: ${v.nodes.map((n) => n.target + ' ' + n.failureSummary).join(' | ')}`)
}

try {
  const mails = (await readdir(files)).filter((f) => f.endsWith('.html') && f.startsWith(only))
  if (mails.length === 0) throw new Error('there are no mails')
  for (const scheme of ['light', 'dark']) {
    const context = await browser.newContext({ colorScheme: scheme })
    context.on('request', (r) => { if (!/^(data|about):/.test(r.url())) problems.push(`asks for ${r.url()}`) })
    const page = await context.newPage()
    for (const file of mails) {
      const html = (await readFile(new URL(file, files), 'utf8')).replace(/cid:([^"]+)/g, (_, id) => drawn(id))
      await page.setContent(html)
      for (const width of heart ? [360] : [320, 360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await look(page, `${file.replace('.html', '')} ${width} ${scheme}`)
      }
    }
    await context.close()
  }
} finally {
  await browser.close()
}
if (problems.length) {
  console.log(problems)
  process.exit(1)
}
console.log('every mail can be read')
