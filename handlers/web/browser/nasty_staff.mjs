// Looks at the pages of staff and the screens of the door at the festival that breaks pages; what a
// scan says also on phones that lie on their side, where nothing of it may be out of sight:
//
//	node browser/nasty_staff.mjs ./marquee
//
// SHOTS names a folder for pictures; ONLY is the beginning of the name of the only page that is
// looked at.
import assert from 'node:assert/strict'
import { judged, languages, unfolded, visit, wanted, widths } from './lib/nasty.mjs'
import { api, base, buyer, heart, password, problems, run } from './lib/shop.mjs'

const HOUR = 3600 * 1000
const stamp = (t) => new Date(t).toISOString().slice(0, 19).replace('T', ' ')
const gate = 'Haupteingang am Alten Bootshaus, Uferpromenade'

async function signIn(language, scheme) {
  const page = await buyer({ locale: language, scheme })
  await visit(page, 'staff sign-in', `${base}/staff/sign-in`, language)
  await visit(page, 'staff password', `${base}/staff/password`, language)
  await page.goto(`${base}/staff`)
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', 'wrong password')
  await page.click('form .tall')
  await page.locator('[role=alert]').waitFor()
  if (wanted('staff sign-in wrong')) await widths(page, 'staff sign-in wrong', language)
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL((url) => !url.pathname.startsWith('/staff/sign-in'))
  await page.goto(base + '/staff')
  await page.waitForSelector('.event')
  return page
}

/** A gate code, by the page of the event. */
async function gateCode(page, { overrides = false } = {}) {
  await page.goto(`${base}/staff/events/1`)
  const form = page.locator('section[aria-labelledby=others]')
  for (const box of await form.locator('[name=zone]').all()) await box.check()
  await form.locator('#gate-there').fill(gate)
  if (overrides) await form.locator('[name=overrides]').check()
  await form.locator('button.wide').click()
  return page.inputValue('#address')
}

/** What of a verdict is out of sight. */
function unseen() {
  const found = []
  for (const side of document.querySelectorAll('.verdict, .told, .then')) {
    if (side.scrollHeight > side.clientHeight + 1 && getComputedStyle(side).display !== 'contents') found.push(`.${side.className} is ${side.scrollHeight - side.clientHeight} px too high`)
  }
  for (const e of document.querySelectorAll('.sign, .verdict h1, .verdict h2, .verdict .why, .guest p, .about, .fact, .todo, .acts button, .bottom-line, .bring, .choices li')) {
    const { top, bottom, left, right } = e.getBoundingClientRect()
    if (top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1) found.push(`out of sight: ${e.className || e.tagName} "${e.innerText.slice(0, 40)}"`)
  }
  return found
}

/** Looks at a verdict, upright and lying. */
async function verdict(phone, name, language) {
  if (!wanted(name)) return
  await phone.waitForTimeout(300) // it takes no touches at first
  for (const [width, height] of [[320, 640], [360, 740], [640, 360], [800, 360], [844, 390], [1280, 800]]) {
    await phone.setViewportSize({ width, height })
    await judged(phone, `${name} ${width} ${height} ${language}`, language)
    if (width > height) for (const f of await phone.evaluate(unseen)) problems.push(`${name} ${width}×${height} ${language}: ${f}`)
  }
  await phone.setViewportSize({ width: 360, height: 740 })
}

async function type(phone, code) {
  await phone.locator('.tools button').first().click()
  await phone.fill('input.code', code)
  await phone.keyboard.press('Enter')
  await phone.waitForSelector('.verdict')
}

async function next(phone) {
  await phone.waitForTimeout(300)
  if (await phone.locator('.bottom-line').count()) {
    for (let n = 0; n < 2 && (await phone.locator('.bottom-line button').count()); n++) await phone.locator('.bottom-line button').click()
  } else await phone.locator('.verdict .acts').getByRole('button', { name: /^(Next guest|Not now|Nächster Gast|Nicht jetzt|Invité suivant|Pas maintenant)/ }).last().click()
  await phone.waitForSelector('.verdict', { state: 'detached' })
}

async function stand(phone, zone) {
  await phone.locator('.head .plain').click()
  await phone.locator('.pick', { hasText: zone }).locator('input').check()
  await phone.locator('.sheet header .plain').click()
}

/** A gate code that is closed says why and stays, and so does the name; a new one can be typed. */
async function closedCode(boss, language) {
  if (!wanted('door code')) return
  const address = await gateCode(boss)
  await boss.goto(`${base}/staff/events/1`)
  await boss.locator('form[action*="/links/"][action$="/end"] button').first().click()
  const phone = await buyer({ locale: language })
  await phone.goto(address)
  await phone.locator('.join input[autocomplete=name]').fill('Mirko Überländer-Großmann')
  await phone.locator('.join form button').click()
  await phone.locator('.problem').waitFor()
  await widths(phone, 'door code closed', language)
  assert.equal(await phone.locator('.join form input').first().inputValue(), address.replace(/^.*#/, ''))
  assert.equal(await phone.locator('.join input[autocomplete=name]').inputValue(), 'Mirko Überländer-Großmann')
  await phone.reload()
  await phone.locator('.join form button').waitFor()
  // The newest tab of a phone that is no scanner yet is it.
  const second = await phone.context().newPage()
  await second.goto(await gateCode(boss))
  await second.locator('.join input[autocomplete=name]').fill('Mirko')
  await second.locator('.join form button').click()
  await second.waitForSelector('.app.start .go')
  await phone.locator('.locked-note .go').waitFor()
  await widths(phone, 'door code other tab', language)
  await phone.context().close()
}

async function door(boss, language, scheme, codes) {
  const phone = await buyer({ locale: language, scheme })
  await phone.goto(await gateCode(boss, { overrides: true }))
  await phone.locator('.join form').waitFor()
  if (wanted('door join')) await widths(phone, 'door join', language)
  await phone.locator('.join input[autocomplete=name]').fill('Mirko Überländer-Großmann')
  await phone.locator('.join form button').click()
  await phone.waitForSelector('.app.start .go')
  await phone.waitForFunction(() => !document.querySelector('progress') && document.querySelector('.panel .line'))
  if (wanted('door start')) await widths(phone, 'door start', language)
  await phone.locator('.go').click()
  await phone.waitForSelector('.tools')
  const [first, ...others] = codes.pop()
  await type(phone, first)
  await phone.waitForTimeout(300)
  if (await phone.locator('.bottom-line button').count()) await phone.locator('.bottom-line button').click() // it stays
  await verdict(phone, others.length ? 'door ok brings' : 'door ok', language)
  await next(phone)
  await type(phone, first)
  await verdict(phone, 'door already inside', language)
  await next(phone)
  await type(phone, 'NOTOURS12345678')
  await verdict(phone, 'door unknown', language)
  await next(phone)
  for (const zone of ['Backstage', 'Nachtprogramm', 'Weinzelt']) {
    await stand(phone, zone)
    await type(phone, codes.pop()[0])
    await verdict(phone, `door ${zone}`, language)
    await phone.waitForTimeout(300)
    await phone.locator('.verdict .acts').getByRole('button', { name: /^(Details|Détails)/ }).click()
    await phone.locator('.sheet header .plain').waitFor()
    if (wanted('door details')) await widths(phone, `door details ${zone}`, language)
    await phone.locator('.sheet header .plain').click()
    await next(phone)
  }
  if (wanted('door ready')) await widths(phone, 'door ready', language)
  await phone.locator('.head .plain').click()
  if (wanted('door menu')) await widths(phone, 'door menu', language)
  await phone.locator('.sheet header .plain').click()
  await phone.locator('.tools button').nth(1).click()
  await phone.fill('input[type=search]', 'ohenlohe')
  await phone.waitForSelector('.found button')
  if (wanted('door search')) await widths(phone, 'door search', language)
  await phone.context().close()
}

/** Orders with long names, whose tickets can be let in now; the codes of each. */
async function tickets(orders) {
  const sold = (await api('GET', '/sale-items?eventId=1')).saleItems.find((s) => s.name === 'Wochenende Erwachsene').id
  const all = []
  for (let n = 0; n < orders; n++) {
    const { id } = await api('POST', '/basket-items', { items: [{ id: sold, quantity: 3 }] })
    const o = await api('POST', '/orders/complete', { basketId: id, paymentMethod: 'cash', customerEmail: `guest${n}@example.org`, customerName: 'Leonhard-Maximilian Freiherr von und zu Hohenlohe-Waldenburg-Schillingsfürst' })
    all.push((await api('GET', `/order?orderId=${o.id}`)).items.map((i) => i.barcode).filter(Boolean))
  }
  return all
}

async function looks(language, scheme, codes) {
  const boss = await signIn(language, scheme)
  await visit(boss, 'staff events', `${base}/staff`, language)
  await door(boss, language, scheme, codes)
  await closedCode(boss, language)
  await gateCode(boss)
  if (wanted('staff gate code')) await widths(boss, 'staff gate code', language)
  await visit(boss, 'staff event', `${base}/staff/events/1`, language, () => unfolded(boss))
  await visit(boss, 'staff figures', `${base}/staff/events/1/figures`, language)
  const undo = await boss.goto(`${base}/staff/events/1`).then(() => boss.locator('a[href$="/undo"]').first().getAttribute('href').catch(() => null))
  if (undo) await visit(boss, 'staff undo', base + undo, language)
  await boss.context().close()
}

await run(async () => {
  const codes = await tickets(heart ? 6 : 14)
  await api('POST', '/events/update', { id: 1, startDate: stamp(Date.now() - HOUR), endDate: stamp(Date.now() + 48 * HOUR) })
  await api('POST', '/zones', { eventId: 1, name: 'Backstage, Künstlerinnen- und Künstlergarderoben', minAge: 18, scan: 'in&out' })
  await api('POST', '/zones', { eventId: 1, name: 'Nachtprogramm auf der Donaudampfschifffahrtsgesellschaftsterrasse', openingDate: stamp(Date.now() + HOUR), scan: 'in&out' })
  await api('POST', '/zones', { eventId: 1, name: 'Weinzelt', scan: 'in&out', saleItemIds: [(await api('GET', '/sale-items?eventId=1')).saleItems.find((s) => s.name === 'Freitag').id] })
  for (const language of heart ? ['de'] : languages) await looks(language, language === 'en' ? 'dark' : 'light', codes)
  for (let n = problems.length - 1; n >= 0; n--) if (/getUserMedia|NotFoundError|Permission|status of 4(01|22)/.test(problems[n])) problems.splice(n, 1)
  if (problems.length) throw new Error(`${problems.length} problems`)
  console.log('the pages of staff and the screens of the door break for nobody')
})
