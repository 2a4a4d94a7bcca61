// Money: a payment whose answer was lost is settled, a statement is pasted and its sure transfers are taken, the
// ledger shows it:
//
//	node browser/office_money.mjs ./marquee
//
// Once with scripts at a desk, once without on a phone. Then each page is looked at by axe, in three
// languages, by day and by night. SHOTS names a folder for pictures, ONLY some of the tests.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api, base, buyer, heart, look, password, run } from './lib/shop.mjs'

/** An order that waits for its money. */
async function waiting(name) {
  const { id } = await api('POST', '/basket-items', { uuid: randomUUID(), items: [{ id: 1, quantity: 1 }] })
  return api('POST', '/orders/pay-later', { basketId: id, method: 'payment-link', customerName: name, customerEmail: `${randomUUID()}@example.com` })
}

/** A payment whose gateway gave no answer. */
async function doubtful() {
  const { id } = await api('POST', '/basket-items', { uuid: randomUUID(), items: [{ id: 1, quantity: 1 }] })
  const intent = await api('POST', '/checkout/create-payment-intent', { basketId: id })
  await api('POST', '/checkout/simulate', { paymentIntentId: intent.paymentIntentId, outcome: 'silent' })
  await api('POST', '/orders/complete', { basketId: id, transactionId: `${intent.transactionId}`, capture: true }).catch(() => undefined)
}

/** A browser in which the owner signed in, at the money. */
async function accounts(way) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  await page.goto(`${page.url()}/money`)
  return page
}

let statements = 0

/** A statement with a sure transfer, one that is too little, and one that is for nothing. */
async function statement() {
  const order = await waiting('Ada Byron')
  const other = await waiting('Bo Diddley')
  const { total } = await api('GET', `/order?orderId=${order.id}`)
  statements++
  return `Date;Amount;Reference;Payer\n2026-07-0${statements};${(total / 100).toFixed(2)};Order ${order.reference};Ada Byron\n2026-07-0${statements};1.00;${other.reference};Bo Diddley\n2026-07-0${statements};9.99;rent ${statements};Hall\n`
}

/** What both ways do. */
async function work(page, sheets) {
  await doubtful()
  await page.reload()
  await page.getByText('Bank has not answered').first().waitFor()
  await page.getByRole('link', { name: 'I looked' }).first().click()
  const at = sheets ? page.locator('dialog[open]') : page
  await at.getByLabel('Nothing was taken').check()
  await at.getByLabel('Why').fill('The dashboard has no such capture.')
  await at.getByRole('button', { name: 'Settle it' }).click()
  await page.getByText('Settled.').waitFor()

  await page.getByRole('link', { name: 'Transfers' }).click()
  await page.getByLabel('Contents of the statement').fill(await statement())
  await page.getByRole('button', { name: 'Take it in' }).click()
  await page.getByText('The statement is in.').waitFor()
  await page.getByRole('button', { name: /^Take the one that is sure/ }).click()
  await page.getByText('1 transfer is taken:').waitFor()
  assert.equal(await page.getByText('reference and amount').count(), 0)
  await page.getByRole('link', { name: /^Decide Hall/ }).first().click()
  await (sheets ? page.locator('dialog[open]') : page).getByLabel('Why').fill('Rent of the hall')
  await (sheets ? page.locator('dialog[open]') : page).getByRole('button', { name: 'Set it aside' }).click()
  await page.getByText('Set aside.').first().waitFor()

  await page.getByRole('link', { name: 'Ledger' }).click()
  await page.getByText('Proof').first().waitFor()
}

async function desk() {
  const page = await accounts({ width: 1280 })
  await work(page, true)
  await page.close()
}

async function phone() {
  const page = await accounts({ scripts: false })
  await work(page, false)
  await page.close()
}

/** Every page, in each way. */
async function everywhere() {
  await doubtful()
  await api('POST', '/bank-statements', { text: await statement() })
  for (const way of [{ width: 1280 }, {}, { locale: 'de' }, { scheme: 'dark', locale: 'fr' }, { width: 1280, scheme: 'dark', locale: 'de' }]) {
    const page = await accounts(way)
    const at = page.url().replace(/\/money.*/, '/money')
    if (!way.width) await page.setViewportSize({ width: 360, height: 2600 })
    await doubtful()
    for (const name of ['doubt', 'payments', 'transfers', 'refunds', 'accounts', 'resale', 'resale/rules', 'vouchers', 'ledger']) {
      await page.goto(`${at}/${name}`)
      await look(page, `money ${name} ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`)
    }
    await doubtful() // the one before may have been answered meanwhile
    await page.goto(`${at}/doubt`)
    await page.locator('.in-doubt a[data-sheet]').first().click()
    await page.locator('dialog[open]').waitFor()
    await look(page, `money looked ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`, 2)
    await page.goto(`${at}/transfers`)
    await page.locator('.transfers a[data-sheet]').first().click()
    await page.locator('dialog[open]').waitFor()
    await look(page, `money transfer ${way.width ?? 360} ${way.locale ?? 'en'} ${way.scheme ?? 'light'}`, 2)
    await page.close()
  }
}

const tests = { desk, phone, everywhere }
await run(async () => {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !process.env.ONLY.split(',').includes(name) || heart && name === 'everywhere' && !process.env.ONLY) continue
    await test()
  }
})
