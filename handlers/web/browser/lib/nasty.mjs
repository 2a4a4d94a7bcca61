// What the looks at the festival that breaks pages have in common. In five widths, with text twice as
// large, in three languages: nothing scrolls sideways, no control is narrower than its words, no two
// fields have one name, no page has words of another language, and axe finds nothing.
import { readFile, readdir } from 'node:fs/promises'

process.env.FESTIVAL = 'nasty'
const { heart, look, problems } = await import('./shop.mjs')

export const languages = ['de', 'en', 'fr']
const words = Object.fromEntries(await Promise.all(languages.map(async (l) => {
  const at = new URL('../../words/', import.meta.url)
  const names = (await readdir(at)).filter((f) => f.endsWith(`.${l}.json`) && !f.startsWith('setup'))
  const files = await Promise.all(names.map((f) => readFile(new URL(f, at), 'utf8')))
  return [l, Object.assign({}, ...files.map((f) => JSON.parse(f)))]
})))

/** What the festival calls things of its own, in German. */
const own = new Set(['Ermäßigung', 'Gästeliste', 'Impressum', 'Datenschutz'])

/** Sentences of other languages that a page in this one cannot have by accident. */
function foreign(language) {
  const text = Object.values(words[language]).flatMap((v) => typeof v === 'string' ? [v] : Object.values(v)).join('\n').toLowerCase()
  return languages.filter((l) => l !== language).flatMap((l) => Object.values(words[l]).filter((v) => typeof v === 'string' && !own.has(v) && v.length > 8 && !v.includes('{') && !text.includes(v.toLowerCase())))
}

/** What is wrong with how the page stands in its window. */
function standing() {
  const found = []
  const say = (e) => (e.id ? '#' + e.id : e.tagName.toLowerCase() + '.' + e.className) + ' "' + (e.innerText || e.value || e.name || '').trim().slice(0, 40) + '"'
  const visible = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && e.getBoundingClientRect().width > 0 && !e.closest('.hidden, .off, .skip, .unseen')
  for (const e of document.querySelectorAll('main li, main p, main dd')) {
    const shown = e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !e.closest('.hidden, .unseen')
    if (shown && e.innerText.trim().length > 8 && e.getBoundingClientRect().width < 40) found.push('has no room: ' + say(e))
  }
  for (const e of document.querySelectorAll('button, a.button, .button, a.b, dt, td, summary, select, nav a, header a, label:not(.unseen), legend, .chip, h1, h2, h3')) {
    if (!visible(e)) continue
    if (!e.matches('dt, td') && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline') found.push('narrower than its words: ' + say(e))
    const text = document.createTreeWalker(e, NodeFilter.SHOW_TEXT)
    for (let node = text.nextNode(); node; node = text.nextNode()) {
      if (node.parentElement.closest('.unseen')) continue
      for (const word of node.data.matchAll(/[^\s\u00ad-]{1,14}(?=\s|$)/g)) {
        if (word.index > 0 && !/\s/.test(node.data[word.index - 1])) continue
        const range = document.createRange()
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const lines = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)))
        if (lines.size > 1) found.push(`"${word[0]}" is broken in: ${say(e)}`)
      }
    }
  }
  const names = new Map()
  for (const e of document.querySelectorAll('input:not([type=hidden]):not([type=radio]):not([type=checkbox]), select, textarea')) {
    if (!visible(e)) continue
    const label = e.getAttribute('aria-label') || [...(e.labels ?? [])].map((l) => l.innerText).join(' ') || e.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.innerText).join(' ')
    const name = (e.closest('fieldset')?.querySelector('legend')?.innerText ?? '') + ' / ' + (label ?? '')
    if (names.has(name)) found.push(`two fields are called "${name.trim()}"`)
    names.set(name, e)
  }
  return found
}

const sizes = heart ? [360, 1280] : [320, 360, 768, 1024, 1280]

/** Looks at the page as it is, at a phone and at a desk. */
export async function phoneAndDesk(page, name, language, all = [360, 1280]) {
  for (const width of all) {
    await page.setViewportSize({ width, height: 800 })
    await judged(page, `${name} ${width} ${language}`, language)
  }
}

/** Looks at the page as it is, in each width. */
export async function widths(page, name, language) {
  await phoneAndDesk(page, name, language, sizes)
  await page.setViewportSize({ width: 640, height: 800 })
  await page.evaluate(() => { document.documentElement.style.fontSize = '200%' })
  await judged(page, `${name} 640 twice ${language}`, language)
  await page.evaluate(() => { document.documentElement.style.fontSize = '' })
  await page.setViewportSize({ width: 360, height: 800 })
}

export async function judged(page, name, language) {
  await look(page, name, 3)
  for (const f of await page.evaluate(standing)) problems.push(`${name}: ${f}`)
  const text = await page.evaluate(() => document.body.innerText)
  for (const f of foreign(language)) if (text.includes(f)) problems.push(`${name}: of another language: "${f}"`)
}

/** Opens all that a page has folded up. */
export const unfolded = (page) => page.evaluate(() => { for (const d of document.querySelectorAll('main details')) d.open = true })

const only = process.env.ONLY ?? ''
/** Whether a page of this name is to be looked at. */
export const wanted = (name) => name.startsWith(only)

/** Opens a page and looks at it in each width. */
export async function visit(page, name, at, language, before = async () => {}, how = widths) {
  if (!wanted(name)) return
  const answer = await page.goto(at)
  if (answer && answer.status() !== (at.endsWith('/nothing-here') ? 404 : 200)) problems.push(`${name}: ${answer.status()}`)
  await before()
  await how(page, name, language)
}

