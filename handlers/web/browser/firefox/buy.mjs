// Buys a ticket with Firefox, on a phone and at a desk, with and without scripts.
//
//	node --experimental-websocket browser/firefox/buy.mjs ./marquee
import assert from 'node:assert/strict'
import path from 'node:path'
import { end, faults, firefox, folder, program, serves, start, windowOf } from './lib/firefox.mjs'

/** The whole way from the event to the tickets. */
async function buys(browser, base, width) {
  const page = await windowOf(browser, width), shop = base + '/shop/lakeside-festival'
  const fits = async (where) => assert.equal(await page.ask(() => String(document.documentElement.scrollWidth - innerWidth > 0)), 'false', `${where} is too wide`)
  await page.goto(shop)
  await fits('the front page')
  await page.goto(shop + '/events/1')
  await fits('the event')
  await page.click('#i1 button[value=more]')
  await page.until('nothing in the basket', () => document.querySelector('#i1 output')?.textContent.trim() === '1')
  await page.goto(shop + '/checkout')
  await fits('the checkout')
  await page.type('#email', 'zoe@example.org')
  await page.type('#name', 'Zoé Lefèvre')
  await page.click('.checkout-do .button')
  await page.shows('#card')
  await page.type('#card', '4000 0000 0000 0002')
  await page.click('.checkout-do .button')
  await page.shows('.banner.bad')
  await page.type('#card', '4242 4242 4242 4242')
  await page.click('.checkout-do .button')
  await page.shows('.ticket')
  await fits('the order')
  assert.match(await page.ask(() => document.querySelector('h1').textContent), /See you there, Zoé/)
}

try {
  const base = await start(program, ['serve', '--demo', '--data', path.join(folder, 'data'), '--listen', '127.0.0.1:0'], /Marquee is open at (http:\/\/127\.0\.0\.1:\d+)/)
  await serves(base)
  for (const scripts of [true, false]) {
    const browser = await firefox(scripts)
    for (const width of [360, 1280]) await buys(browser, base, width)
    assert.deepEqual(faults(browser, base), [])
    console.log(`bought with Firefox, ${scripts ? 'with' : 'without'} scripts`)
  }
} finally {
  await end()
}
