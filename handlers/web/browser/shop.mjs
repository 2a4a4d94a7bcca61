// Buys in a real browser, with and without scripts, on a phone and on a desk:
//
//	node browser/shop.mjs ./marquee
//
// Every page is looked at by axe, nothing may be asked of another origin, and nothing may
// be refused by the policy of a page. SHOTS names a folder for pictures, CHROMIUM another
// browser. With HEART=1 it does what each run can afford.
import assert from 'node:assert/strict'
import { add, buyer, card, details, heart, look, run, shop } from './lib/shop.mjs'

/** From the front page to the tickets. */
async function buys(options) {
  const name = JSON.stringify(options)
  const page = await buyer(options)
  const see = async (what) => { if (options.scripts !== false) await look(page, `${what} ${name}`) }
  await page.goto(shop)
  await see('front')
  await page.locator('.next-do .button').click()
  await see('event')
  await add(page, 'Weekend Pass')
  await add(page, 'Weekend Pass')
  await add(page, 'Camping Pitch')
  await see('event with a basket')
  await page.goto(shop + '/basket')
  await see('basket')
  await page.goto(shop + '/checkout')
  await page.fill('#email', 'zoe.example')
  await page.click('.checkout-do .button')
  await page.locator('#problems').waitFor()
  await see('checkout with problems')
  await details(page)
  await see('payment')
  await card(page, '4000 0000 0000 0002')
  await page.locator('.banner.bad').waitFor()
  await see('payment refused')
  await card(page, '4000 0000 0000 3220')
  await page.locator('[name=factor]').waitFor()
  await see('the bank asks back')
  await page.locator('.checkout-do a.button').click() // another card
  await card(page, '4242 4242 4242 4242')
  await page.waitForURL('**/orders/**')
  await see('order')
  assert.equal(await page.locator('.ticket').count(), 3)
  return page
}

await run(async () => {
  for (const width of heart ? [360] : [360, 1280]) {
    for (const scripts of [true, false]) await buys({ width, scripts })
  }
  if (!heart) {
    await buys({ width: 320, scheme: 'dark', locale: 'de' })
    await buys({ width: 1280, scheme: 'dark', locale: 'fr' })
  }

  // The tickets show without a network after one visit.
  const kept = await buys({ width: 360 })
  await kept.evaluate(() => navigator.serviceWorker.ready)
  await kept.reload()
  await kept.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await kept.reload()
  await kept.context().setOffline(true)
  await kept.reload()
  assert.equal(await kept.locator('.ticket').count(), 3)
  await kept.locator('[data-saved]:visible').waitFor()
  await kept.context().setOffline(false)

  // A gateway that is slow: another device and going back see the same.
  const slow = await buyer()
  await slow.goto(shop + '/events/1')
  await add(slow, 'Friday Day Ticket')
  await details(slow)
  await card(slow, '4000 0000 0000 0077')
  await slow.waitForURL('**/orders/**')
  await look(slow, 'waiting')
  const at = slow.url()
  await slow.goBack()
  await slow.reload()
  assert.equal(slow.url(), at)

  // Two tabs press at the same moment: one order.
  const one = await buyer()
  await one.goto(shop + '/events/1')
  await add(one, 'Sunday Day Ticket')
  await details(one)
  const two = await one.context().newPage()
  await two.goto(shop + '/pay')
  await Promise.all([card(one, '4242 4242 4242 4242'), card(two, '4242 4242 4242 4242')])
  await Promise.all([one.waitForURL('**/orders/**'), two.waitForURL('**/orders/**')])
  assert.equal(one.url(), two.url())

  // The keyboard alone: the focus stays where something was changed.
  const keys = await buyer({ width: 1280 })
  await keys.goto(shop + '/events/1')
  await keys.getByRole('button', { name: 'Add Weekend Pass' }).focus()
  await keys.keyboard.press('Enter')
  await keys.locator('output', { hasText: '1' }).first().waitFor()
  assert.equal(await keys.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'One more: Weekend Pass')

  console.log('bought with and without scripts; axe finds nothing')
})
