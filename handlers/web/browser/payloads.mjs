// Writes texts that want to be scripts into every field of the API that pages show, and opens
// the pages in a real browser: none of them runs, and none becomes a part of a page.
//
//	node browser/payloads.mjs ./marquee
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { api, base, browser, buyer, card, details, password, problems, run, shop } from './lib/shop.mjs'

const root = new URL('../../../testdata/', import.meta.url)
const payloads = (await readFile(new URL('payloads.txt', root), 'utf8')).split('\n').filter(Boolean)
const paths = JSON.parse(await readFile(new URL('openapi.json', root), 'utf8')).paths

/** The schema of what an operation takes. */
function schemaOf(at) {
  return (paths[at] ?? paths['/v1' + at]).post.requestBody.content['application/json'].schema
}

/** Fills every field of text. What is an id, a date or one of a few words is left out. */
function fill(schema, text, path, out) {
  const s = schema.anyOf?.find((x) => x.type !== 'null') ?? schema
  const types = [s.type].flat()
  if (s.properties) for (const [name, sub] of Object.entries(s.properties)) fill(sub, text, [...path, name], out)
  else if (types.includes('string') && !types.includes('integer') && !types.includes('boolean') && !s.enum && !s.format && !/YYYY|identifier/.test(s.description ?? '')) out.push([path, [...text].slice(0, s.maxLength ?? 1000).join('')])
}

/** Puts a value where a path leads. */
function put(body, [name, ...rest], value) {
  if (rest.length === 0) body[name] ??= value
  else put((body[name] ??= {}), rest, value)
}

/** Sends a text in every field that takes it. A field that refuses it is not stored, and is left out. */
async function sweep(at, body, text) {
  let fields = []
  fill(schemaOf(at), text, [], fields)
  for (let round = 0; round < 8 && fields.length; round++) {
    const ask = structuredClone(body)
    for (const [path, value] of fields) put(ask, path, value)
    const refused = await api('POST', at, ask).then(() => null, (e) => String(e))
    if (!refused) return fields.length
    const named = Object.keys(JSON.parse(/\{.*\}$/s.exec(refused)?.[0] ?? '{}').errors ?? {})
    const left = fields.filter(([path]) => !named.some((n) => n === path.join('.') || n.startsWith(path.join('.') + '.') || path.join('.').startsWith(n + '.') || n.endsWith('.' + path.at(-1)) || n === path.at(-1)))
    if (left.length === fields.length) throw new Error(refused)
    fields = left
  }
  return 0
}

/** Anything of a text that became a part of the page. */
const alive = () => [...document.querySelectorAll('body script:not([src]):not([type="application/ld+json"]), iframe, object, embed, base, marquee, body style, body meta, body link')].map((e) => e.outerHTML)
  .concat([...document.querySelectorAll('*')].filter((e) => [...e.attributes].some((a) => /^on/i.test(a.name) || (/^(href|src|action|formaction|xlink:href|data)$/i.test(a.name) && /^\s*(javascript|data:text|vbscript)/i.test(a.value)))).map((e) => e.outerHTML.slice(0, 200)))

/** Somebody of the staff, who signed in. */
async function staff() {
  const page = await buyer({ width: 1280 })
  await page.goto(base + '/staff')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL((url) => !url.pathname.startsWith('/staff/sign-in'))
  await page.goto(base + '/staff')
  await page.waitForSelector('.event')
  return page
}

/** A gate code by the page of the event; the gate and who scans there may be named as somebody likes. */
async function gateCode(boss, gate) {
  await boss.goto(base + '/staff/events/1')
  await boss.fill('#gate-there', gate)
  await boss.locator('section[aria-labelledby=others] button.wide').click()
  return (await boss.locator('#address').inputValue({ timeout: 3000 }).catch(() => '')).replace(/^.*#/, '')
}

/** A phone that scans, at its screen. */
async function scanner(code) {
  const page = await buyer()
  await page.goto(`${base}/door/#${code}`)
  await page.locator('.join input[autocomplete=name]').fill('Mirko')
  await page.locator('.join form button').click()
  await page.waitForSelector('.go')
  await page.waitForFunction(() => !document.querySelector('progress') && document.querySelector('.panel .line'))
  await page.locator('.go').click()
  await page.waitForSelector('.tools')
  return page
}

/** What a steward opens: the menu, a search, and a verdict on a code. */
async function atTheDoor(phone, text, found) {
  await phone.evaluate(() => dispatchEvent(new Event('online')))
  await phone.waitForTimeout(100)
  await phone.locator('.head .plain').click()
  await found('in the menu of the scanner')
  await phone.locator('.sheet header .plain').click()
  const line = text.replace(/\s+/g, ' ').trim().slice(0, 100)
  await phone.locator('.tools button').nth(1).click()
  await phone.fill('input[type=search]', line)
  await phone.waitForTimeout(300)
  await found('in a search at the door')
  await phone.locator('.sheet header .plain').click()
  await phone.locator('.tools button').first().click()
  await phone.fill('input.code', line)
  await phone.keyboard.press('Enter')
  await phone.waitForSelector('.verdict')
  await found('in a verdict')
  await phone.waitForTimeout(300)
  await phone.locator('.verdict .acts .big').click()
  await phone.waitForSelector('.verdict', { state: 'detached' })
}

await run(async () => {
  const question = (await api('POST', '/questions', { question: 'Diet', type: 'text' })).data
  await api('POST', '/question-fields', { questionId: question.id, assignedToEntity: 'events', assignedToId: 1, isRequired: false })
  const fields = {}
  const page = await buyer({ width: 1280 })
  const ran = []
  const boss = await staff()
  const phone = await scanner(await gateCode(boss, 'Bahnhof'))
  for (const p of [page, boss, phone]) {
    await p.exposeFunction('__x', () => ran.push(p.url()))
    p.on('dialog', (d) => { ran.push('dialog ' + p.url()); d.dismiss() })
  }
  const zone = await api('POST', '/zones', { eventId: 1, name: 'Tent' })
  await page.goto(shop + '/events/1')
  await page.locator('button[value=more]').first().click()
  await page.locator('output').first().waitFor()
  for (const [n, text] of payloads.entries()) {
    for (const [at, body] of [
      ['/company/settings', { shop: { isOpen: true } }], ['/events/update', { id: 1 }], ['/events/tickets/update', { saleItemData: { id: 1 } }],
      ['/questions/update', { id: question.id }], ['/zones/update', { id: zone.id }],
    ]) {
      fields[at] = Math.max(fields[at] ?? 0, await sweep(at, body, text))
    }
    const encoded = encodeURIComponent(text)
    for (const at of [shop, `${shop}?q=${encoded}`, `${shop}/events/1?code=${encoded}`, shop + '/events/1', shop + '/events/1/embed', shop + '/basket', shop + '/checkout', shop + '/account', base + '/']) {
      await page.goto(at)
      for (const found of await page.evaluate(alive)) problems.push(`${n + 1} at ${at}: ${found}`)
    }
    const gate = await gateCode(boss, text.replace(/\s+/g, ' ').slice(0, 60))
    for (const found of await boss.evaluate(alive)) problems.push(`${n + 1} as a gate: ${found}`)
    if (gate) await fetch(base + '/door/api/join', { method: 'POST', body: JSON.stringify({ code: gate, name: [...text].slice(0, 60).join('') }), headers: { 'Content-Type': 'application/json', Origin: base } })
    for (const at of ['/staff', '/staff/events/1', '/staff/events/1/figures']) {
      await boss.goto(base + at)
      for (const found of await boss.evaluate(alive)) problems.push(`${n + 1} at ${at}: ${found}`)
    }
    await atTheDoor(phone, text, async (where) => {
      for (const found of await phone.evaluate(alive)) problems.push(`${n + 1} ${where}: ${found}`)
    })
    await page.goto(shop + '/checkout') // what a buyer types is shown again
    for (const input of ['email', 'name', 'phone']) await page.fill('#' + input, text.replace(/\n/g, ''))
    await page.locator('.checkout-do .button').click()
    await page.locator('#problems').waitFor()
    for (const found of await page.evaluate(alive)) problems.push(`${n + 1} typed: ${found}`)
    if (n % 20 === 19) { // tickets for somebody with such a name
      await details(page, 'zoe@example.org', text)
      await card(page, '4242 4242 4242 4242')
      await page.waitForURL('**/orders/**')
      for (const found of await page.evaluate(alive)) problems.push(`${n + 1} at an order: ${found}`)
      await page.goto(shop + '/events/1')
      await page.locator('button[value=more]').first().click()
      await page.locator('output').first().waitFor()
    }
  }
  for (let n = problems.length - 1; n >= 0; n--) if (/links: .*status of 400/.test(problems[n])) problems.splice(n, 1) // no name of a gate
  assert.deepEqual(ran, [])
  for (const [at, n] of Object.entries(fields)) assert.ok(n > 0, `${at} takes no text`)
  console.log(`${payloads.length} texts in ${Object.values(fields).reduce((a, b) => a + b)} fields: none runs`, fields)
  assert.ok(browser.isConnected())
})
