// The clerk's order: read, sent again, one of three given back with the money shown, a name changed, a
// note left for colleagues:
//
//	node browser/office_order.mjs ./marquee
//
// Once by keyboard alone with scripts at a desk, and once without scripts on a phone. Then each page is
// looked at by axe, in three languages, by day and by night. SHOTS names a folder for pictures, ONLY
// some of the tests.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api, base, buyer, heart, look, password, run } from './lib/shop.mjs'

/** Three tickets of one kind, paid in cash. */
async function bought() {
  const { id } = await api('POST', '/basket-items', {
    uuid: randomUUID(), autocomplete: true, paymentMethod: 'cash', customerName: 'Zoé Lefèvre', customerEmail: 'zoe.lefevre@example.com', items: [{ id: 1, quantity: 3 }],
  })
  return api('GET', `/order?orderId=${id}`)
}

/** A browser in which the owner signed in, at an order. */
async function clerk(way, reference) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  await page.goto(`${page.url()}/orders/${reference}`)
  return page
}

/** Presses what has the focus after as many Tabs as it takes. */
async function tabTo(page, name, tag = 'a, button') {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(([text, tags]) => document.activeElement?.matches(tags) && (document.activeElement.innerText || document.activeElement.getAttribute('aria-label') || '').trim().startsWith(text), [name, tag])) return
  }
  throw new Error(`no Tab leads to ${name}`)
}

/** At a desk, by keyboard alone. */
async function keyboard() {
  const order = await bought()
  const page = await clerk({ width: 1280 }, order.reference)
  await look(page, 'order')
  await tabTo(page, 'Send again')
  await page.keyboard.press('Enter')
  await page.getByText('Sent again.').waitFor()

  await tabTo(page, 'Refund')
  await page.keyboard.press('Enter')
  const dialog = page.locator('dialog[open]')
  await dialog.waitFor()
  await page.evaluate(() => document.querySelector('dialog input[name=items]').focus())
  await page.keyboard.press('Space')
  const button = dialog.locator('#do .b.main')
  await button.waitFor()
  const price = (await dialog.locator('.boxed .price').first().innerText()).trim()
  assert.equal((await button.innerText()).trim(), `Refund ${price}`)
  await dialog.getByLabel('Why').fill('Jürgen is ill')
  await look(page, 'order refund', 2)
  await button.press('Enter')
  await page.getByText('Partly refunded').waitFor()
  await page.getByText('Why: Jürgen is ill').waitFor()
  await page.getByText(`Given back, ${price}`).waitFor()
  await look(page, 'order refunded')

  await page.getByLabel('Note for colleagues').fill('Wheelchair on Saturday')
  await page.keyboard.press('Enter')
  await page.getByText('Wheelchair on Saturday').waitFor()

  await page.locator('.things a.ib').first().press('Enter')
  await dialog.waitFor()
  await look(page, 'order ticket', 2)
  await dialog.getByLabel('Name on the ticket').fill('Ada Byron')
  await page.keyboard.press('Enter')
  await page.getByText('The name was changed.').waitFor()
  await page.locator('.things').getByText('Ada Byron').waitFor()
  await page.locator('.notes button').press('Enter')
  await page.getByText('Taken back.').waitFor()
  assert.equal(await page.locator('.things').getByText('Ada Byron').count(), 0)
  await page.close()
}

/** On a phone, without scripts. */
async function phone() {
  const order = await bought()
  const page = await clerk({ scripts: false }, order.reference)
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Sent again.').waitFor()
  await page.getByRole('link', { name: 'Refund' }).click()
  await page.locator('input[name=items]').first().check()
  assert.equal(await page.locator('#do .b.main').count(), 0) // nothing is done that was not shown
  await page.getByRole('button', { name: 'See what will happen' }).click()
  const price = (await page.locator('.boxed .price').first().innerText()).trim()
  await page.locator('#will').getByText(price).first().waitFor()
  await page.getByRole('button', { name: `Refund ${price}` }).click()
  await page.getByText('Partly refunded').waitFor()
  await page.getByLabel('Note for colleagues').fill('Comes late')
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByText('Comes late').waitFor()
  await page.close()
}

/** Every page, in each way. */
async function everywhere() {
  const order = await bought()
  for (const way of [{ width: 1280 }, {}, { locale: 'de' }, { scheme: 'dark', locale: 'fr' }, { width: 1280, scheme: 'dark', locale: 'de' }]) {
    const page = await clerk(way, order.reference)
    const at = page.url()
    // So tall that the bar at the bottom covers nothing that is looked at.
    if (!way.width) await page.setViewportSize({ width: 360, height: 2600 })
    for (const [name, below] of Object.entries({ order: '', refund: `/refund?items=${order.items?.[0]?.id ?? ''}`, buyer: '/buyer', date: '/date', money: '?show=money' })) {
      await page.goto(at + below)
      await look(page, `order ${name} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await page.goto(at)
    await page.locator('.things a.ib').first().click()
    await page.locator('dialog[open]').waitFor()
    await look(page, `order item ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`, 2)
    await page.close()
  }
}

const tests = { keyboard, phone, everywhere }
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere' && !process.env.ONLY) continue
    await test()
  }
})
