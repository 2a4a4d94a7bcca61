// Makes the pictures of the office that the README shows, from the demo festival:
//
//	node browser/shots/office.mjs ./marquee FOLDER
//
// Desks are 1,280 pixels wide and stand there at three quarters, phones are 360 wide.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { house } from '../lib/house.mjs'
import { api, base, buyer, password, run } from '../lib/shop.mjs'

const folder = process.argv[3] ?? '.'

/** What the pages tell of: an order with a note, payments, a transfer and a hold. */
async function written() {
  const basket = async (...items) => (await api('POST', '/basket-items', { uuid: randomUUID(), items: items.map(([id, quantity]) => ({ id, quantity })) })).id
  const { id } = await api('POST', '/orders/complete', { basketId: await basket([1, 2], [10, 1]), paymentMethod: 'bank', customerName: 'Zoé Lefèvre', customerEmail: 'zoe.lefevre@example.org' })
  await api('POST', '/orders/add-note', { orderId: id, text: 'Wheelchair on Saturday: the door expects her' })
  const later = async (name) => api('POST', '/orders/pay-later', { basketId: await basket([1, 1]), method: 'payment-link', customerName: name, customerEmail: `${name.toLowerCase().replace(/\W+/g, '.')}@example.org` })
  const order = await later('Ada Byron')
  const { total } = await api('GET', `/order?orderId=${order.id}`)
  await later('Linnea Håkansson')
  const today = new Date().toISOString().slice(0, 10)
  await api('POST', '/bank-statements', { text: `Date;Amount;Reference;Payer\n${today};${(total / 100).toFixed(2)};Order ${order.reference};Ada Byron\n${today};450.00;Rent of the stand;Seehalle\n` })
  const { event } = await house()
  await api('POST', '/seating-holds', { eventId: event, name: 'Band and guests', releaseAt: new Date(Date.now() + 20 * 86_400_000).toISOString() })
  const { reference } = await api('GET', `/order?orderId=${id}`)
  return { reference, event }
}

/** A browser in which the owner signed in, at Home. */
async function owner(way) {
  const page = await buyer(way)
  await page.goto(base + '/office')
  await page.fill('#email', 'owner@example.com')
  await page.fill('#password', password)
  await page.click('form .tall')
  await page.waitForURL(/\/office\/[^/]+$/)
  return page
}

/** Takes a picture of what stands in the window. */
async function picture(page, name, size) {
  const at = path.join(folder, `office-${name}`)
  await page.waitForTimeout(300) // a sheet has come in, and a live figure
  await page.screenshot({ path: `${at}.png` })
  execFileSync('convert', [`${at}.png`, '-resize', size, '-quality', '80', `${at}.webp`])
  await rm(`${at}.png`)
}

async function desk({ reference, event }) {
  const page = await owner({ width: 1280 })
  const home = page.url()
  const pages = { home: '', event: '/events/1', tickets: '/events/1/tickets', orders: '/orders', order: `/orders/${reference}`, seats: `/events/${event}/seats`, door: '/events/1/door', transfers: '/money/transfers', report: '/reports/7' }
  for (const [name, below] of Object.entries(pages)) {
    await page.goto(home + below)
    await picture(page, name, '960x')
  }
  await page.goto(`${home}/orders/${reference}`)
  await page.getByRole('link', { name: 'Refund' }).click()
  await page.locator('dialog[open] input[type=checkbox]').first().check()
  await picture(page, 'refund', '960x')
  await page.close()
}

async function phone({ reference }) {
  const page = await owner({ scheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  const home = page.url()
  for (const [name, below] of Object.entries({ 'home-phone': '', 'event-phone': '/events/1', 'order-phone': `/orders/${reference}` })) {
    await page.goto(home + below)
    await picture(page, name, '360x')
  }
  await page.close()
}

await run(async () => {
  const all = await written()
  await desk(all)
  await phone(all)
})
