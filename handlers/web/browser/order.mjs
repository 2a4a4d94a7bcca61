// What a buyer does after the purchase, in a real browser, on a phone and on a desk, with
// and without scripts: gives tickets away, sells them on, answers what is still asked,
// gives them back, and signs in by mail.
//
//	node browser/order.mjs ./marquee
//
// Every page is looked at by axe. SHOTS names a folder for pictures, CHROMIUM another browser.
// With HEART=1 it does what each run can afford.
import assert from 'node:assert/strict'
import { add, api, buyer, card, details, heart, look, run, shop } from './lib/shop.mjs'

const DAY = 24 * 3600 * 1000
const stamp = (t) => new Date(t).toISOString().slice(0, 19).replace('T', ' ')

/** Lets buyers do all that they can be let do. */
async function permissive() {
  await api('POST', '/events/update', { id: 1, startDate: stamp(Date.now() + 30 * DAY), endDate: stamp(Date.now() + 33 * DAY), settings: { shareTicketsAfterPurchaseEnabled: true } })
  await api('POST', '/resale-settings', { enabled: true })
  await api('POST', '/wallet-settings', { selfServeRefundsEnabled: true })
}

async function buys(page, tickets) {
  await page.goto(shop + '/events/1')
  for (let i = 0; i < tickets; i++) {
    if (page.scripts) await add(page, 'Weekend Pass')
    else await page.locator('#i1 button[value=more]').click()
  }
  await details(page)
  await card(page, '4242 4242 4242 4242')
  await page.waitForURL('**/orders/**')
}

/** Opens what is folded up below a heading. */
const unfold = (page, section) => page.locator(`${section} > details > summary`).click()

async function afterwards(options) {
  const name = JSON.stringify(options)
  const scripts = options.scripts !== false
  const page = await buyer(options)
  const other = await buyer(options)
  page.scripts = other.scripts = scripts
  const see = async (what, of = page) => { if (scripts) await look(of, `${what} ${name}`) }
  await buys(page, 3)
  const order = page.url()
  await see('order')

  // Tickets for somebody else: a link, which is claimed.
  await unfold(page, '#give')
  await page.locator('#give button[value=mail]').click()
  await page.locator('#give .banner.bad').waitFor()
  await see('giving nothing')
  await page.locator('#give input[name=item]').first().check()
  await page.locator('#give button[value=link]').click()
  const link = await page.locator('#give .link a').getAttribute('href')
  await see('a link to give')
  await other.goto(link)
  await see('claim', other)
  await page.goto(order)
  await see('given, not taken')
  await page.locator('#give button[value=keep]').click()
  await other.goto(link)
  await see('claim that was cancelled', other)

  // Tickets that are sold on.
  await page.goto(order)
  await unfold(page, '#sell')
  await see('selling')
  await page.locator('#sell input[name=item]').first().check()
  const price = page.locator('#sell .input').first()
  await price.fill('1')
  await page.locator('#sell .button.main').click()
  await page.locator('#sell .banner.bad').waitFor()
  await see('selling for too little')
  await price.fill('150')
  await page.locator('#sell .button.main').click()
  await page.locator('#sell .listing').waitFor()
  await see('on offer')
  await other.goto(shop + '/events/1')
  await see('event with an offer', other)
  await other.locator('#resold .row button').last().click()
  if (scripts) await other.locator('#side .stub-bar').waitFor()
  await see('event with an offer taken', other)
  await other.goto(shop + '/basket')
  await see('basket with an offer', other)
  await details(other, 'grace@example.org', 'Grace Hopper')
  await card(other, '4242 4242 4242 4242')
  await other.waitForURL('**/orders/**')
  await page.goto(order)
  await page.locator('#sell .listing').waitFor()
  await see('sold')

  // An account.
  await page.goto(shop + '/account')
  await see('account')
  await page.fill('#email', 'zoe')
  await page.locator('main .button.main').click()
  await page.locator('#email-bad').waitFor()
  await see('account with a problem')
  await page.fill('#email', 'zoe@example.org')
  await page.locator('main .button.main').click()
  await page.locator('.banner.ok').waitFor()
  await see('account, link sent')

  // All of another order is given back.
  await buys(page, 1)
  await page.locator('[action$="give-back"]').locator('xpath=..').locator('summary').click()
  await see('giving back')
  await page.locator('[action$="give-back"] button').click()
  assert.equal(await page.locator('.ticket').count(), 0)
  await see('given back')
  return order
}

/** Questions that were made after the purchase are answered on the page of the order. */
async function answers(options) {
  const page = await buyer(options)
  page.scripts = true
  await buys(page, 2)
  const make = async (question, entity, id, required) => {
    const q = (await api('POST', '/questions', question)).data
    return (await api('POST', '/question-fields', { questionId: q.id, assignedToEntity: entity, assignedToId: id, isRequired: required })).data
  }
  const fields = [
    await make({ question: 'Vegetarian?', type: 'radio', options: [{ value: 'Yes' }, { value: 'No' }] }, 'events', 1, true),
    await make({ question: 'Name on the wristband', type: 'text' }, 'item_tickets', 1, false),
  ]
  await page.reload()
  await look(page, `asked ${JSON.stringify(options)}`)
  await page.locator('#asked .button').click()
  await page.locator('#asked .banner.bad').waitFor()
  await look(page, `answers missing ${JSON.stringify(options)}`)
  await page.locator('#asked .choice').first().click()
  await page.locator('#asked input.input').first().fill('Zoé')
  await page.locator('#asked .button').click()
  await page.locator('#asked fieldset').first().waitFor()
  assert.equal(await page.locator('#asked input.input').count(), 1)
  for (const f of fields) await api('DELETE', '/question-fields', { id: f.id })
}

await run(async () => {
  await permissive()
  await afterwards({ width: 360 })
  if (!heart) {
    await afterwards({ width: 1280, scripts: false })
    await afterwards({ width: 1280, scheme: 'dark', locale: 'de' })
    await afterwards({ width: 360, scheme: 'dark', locale: 'fr' })
    await afterwards({ width: 720, zoom: 2, locale: 'de' })
  }
  await answers({ width: 360, locale: 'de' })
  console.log('gave, sold and answered; axe finds nothing')
})
