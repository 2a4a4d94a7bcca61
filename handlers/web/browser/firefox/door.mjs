// Works at a door with Firefox: a phone joins by a gate code, loads its list, lets a ticket in
// and stops it, scans on while the server is gone, also after a reload, and brings what it did
// when it is back.
//
//	node --experimental-websocket browser/firefox/door.mjs ./marquee
import assert from 'node:assert/strict'
import path from 'node:path'
import { end, faults, firefox, folder, program, serves, start, windowOf } from './lib/firefox.mjs'

let server, said = ''
const serve = (listen) => start(program, ['serve', '--demo', '--data', path.join(folder, 'data'), '--listen', listen], /Marquee is open at (http:\/\/127\.0\.0\.1:\d+)/, (child) => {
  server = child
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (b) => { said += b })
})

/** Types a code, and tells what the phone says. */
async function types(page, code) {
  await page.click('.tools button')
  await page.type('input.code', code)
  await page.enter()
  await page.shows('.verdict')
  const word = await page.ask(() => document.querySelector('.verdict h1').textContent)
  await new Promise((r) => setTimeout(r, 300)) // it takes no touches at first
  return word
}

/** Waits until the verdict is gone, as it is by itself when a guest came in. */
const gone = (page) => page.until('a verdict stays', () => document.querySelector('.verdict') === null)

try {
  const base = await serve('127.0.0.1:0')
  await serves(base)
  const password = /Password: +(\S+)/.exec(said)[1]
  let token = /API token: +(\S+)/.exec(said)[1]
  const api = (method, at, body) => fetch(base + '/v1' + at, { method, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) }).then((r) => r.json())
  const codes = []
  for (let n = 0; n < 4; n++) {
    const { id } = await api('POST', '/basket-items', { items: [{ id: 1, quantity: 1 }], autocomplete: true, paymentMethod: 'cash' })
    codes.push((await api('GET', `/order?orderId=${id}`)).items[0].barcode)
  }
  const browser = await firefox(true), page = await windowOf(browser, 360)

  // A supervisor makes a gate code, and the same phone joins by it.
  await page.goto(base + '/staff')
  await page.type('#email', 'owner@example.com')
  await page.type('#password', password)
  await page.click('form .tall')
  await page.shows('.event')
  await page.goto(base + '/staff/events/1')
  await page.type('#gate-there', 'Bahnhof')
  await page.click('section[aria-labelledby=others] button.wide')
  await page.shows('#address')
  await page.goto(await page.ask(() => document.querySelector('#address').value))
  await page.type('.join input[autocomplete=name]', 'Mirko')
  await page.click('.join form button')
  await page.shows('.app.start .go')
  await page.until('the list is not loaded', () => !document.querySelector('progress') && /12,?\d\d\d tickets/.test(document.body.innerText))
  await page.until('no service worker', () => navigator.serviceWorker.getRegistration().then((r) => r?.active?.state === 'activated'))
  await page.click('.go')
  await page.shows('.tools')
  assert.equal(await types(page, codes[0]), 'OK')
  await gone(page)
  assert.equal(await types(page, codes[0]), 'STOP')
  await page.click('.acts .big')
  await gone(page)
  assert.equal(await types(page, 'NOTOURS12345678'), 'STOP')
  await page.click('.acts .big')
  await gone(page)

  // The server is gone: the phone decides, also after it was opened again.
  server.removeAllListeners('exit')
  server.kill('SIGKILL')
  assert.equal(await types(page, codes[1]), 'OK')
  await gone(page)
  await page.shows('.offline')
  await page.goto(base + '/door/')
  await page.click('.go')
  await page.shows('.tools')
  assert.equal(await types(page, codes[1]), 'STOP')
  await page.click('.acts .big')
  await gone(page)
  assert.equal(await types(page, codes[2]), 'OK')
  await gone(page)

  // It is back: nothing is lost.
  said = ''
  await serve(new URL(base).host)
  await serves(base)
  token = /API token: +(\S+)/.exec(said)[1]
  await page.shows('.wire.on')
  for (const code of codes.slice(1, 3)) {
    for (let n = 0; ; n++) {
      const { status } = await api('POST', '/zones/check', { barcode: code, zoneId: 1, scan: 'in' })
      if (status === 'alreadyIn') break
      assert.ok(n < 100, `${code} is ${status}`)
      await new Promise((r) => setTimeout(r, 200))
    }
  }
  assert.deepEqual(faults(browser, base).filter((f) => !/NetworkError|Failed to fetch|NotFoundError|getUserMedia/.test(f)), [])
  console.log('let in with Firefox, online and offline')
} finally {
  await end()
}
