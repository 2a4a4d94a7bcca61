// Looks at what buyers of the festival that breaks pages see after they chose: paying, the page of an
// order in each state, what is given and sold on, the account and the legal pages:
//
//	node browser/nasty_orders.mjs ./marquee
//
// SHOTS names a folder for pictures; ONLY is the beginning of the name of the only page that is
// looked at.
import { languages, unfolded, visit, wanted, widths } from './lib/nasty.mjs'
import { add, api, base, buyer, heart, problems, run, shop } from './lib/shop.mjs'

const guest = { customerEmail: 'leonhard-maximilian.von-und-zu-hohenlohe-waldenburg@veranstaltungsgesellschaft.example.org', customerName: 'Leonhard-Maximilian Freiherr von und zu Hohenlohe-Waldenburg-Schillingsfürst' }
const local = (url) => url.replace(/^https?:\/\/[^/]+/, base)

/** What the festival sells, by name. */
const goods = {}
for (const event of (await api('GET', '/events?perPage=50')).events) {
  for (const s of (await api('GET', `/sale-items?eventId=${event.id}`)).saleItems) goods[s.name] = s.id
}

async function basket(names, more = {}) {
  const items = names.map((name) => ({ id: goods[name], quantity: 2, ...(more[name] ?? {}) }))
  return (await api('POST', '/basket-items', { items })).id
}

async function order(names, how = {}, more = {}) {
  const { id } = await api('POST', '/orders/complete', { basketId: await basket(names, more), paymentMethod: 'cash', ...guest, ...how })
  return api('GET', `/order?orderId=${id}`)
}

/** Fills in what the checkout asks for, and goes on. */
async function checksOut(page, way) {
  await page.goto(`${shop}/checkout`)
  await page.locator('#email').fill(guest.customerEmail)
  await page.locator('#name').fill(guest.customerName)
  const groups = await page.locator('main input[type=radio]:visible').evaluateAll((all) => [...new Set(all.map((r) => r.name))].filter((n) => !all.some((r) => r.name === n && r.checked)))
  for (const name of groups) await page.locator(`input[type=radio][name="${name}"]`).first().check()
  for (const field of await page.locator('main input.input:not([type=email], [type=tel]):visible').all()) if (await field.inputValue() === '' && await field.getAttribute('type') !== 'date') await field.fill(guest.customerName)
  for (const choice of await page.locator('main select:visible').all()) await choice.selectOption({ index: 1 })
  if (way) await page.locator(way).check()
  await page.locator('.checkout-do .button').click()
}

/** An order of the shop, paid in a way: its page. */
async function bought(way) {
  const page = await buyer({ locale: 'de' })
  await page.goto(`${shop}/events/1`)
  for (let n = 0; n < 3; n++) await add(page, 'Wochenende Erwachsene')
  await checksOut(page, way)
  const later = way === '[value=invoice]'
  await page.waitForURL(later ? '**/orders/**' : '**/pay*')
  if (!later) {
    await page.fill('#card', '4242 4242 4242 4242')
    await page.locator('.checkout-do .button').click()
    await page.waitForURL('**/orders/**')
  }
  const at = page.url().replace(/[?#].*/, '')
  await page.context().close()
  return { at }
}

/** Orders in every state that an order has, by what they are called in pictures. */
async function states() {
  const all = { paid: await order(['Wochenende Erwachsene', 'T-Shirt „Uferlicht“', 'تذكرة ليوم واحد', 'Parkplatz P7']) }
  all.refunded = await order(['Wochenende Erwachsene', 'Kind unter 14 🧒'])
  await api('POST', '/orders/refund', { orderId: all.refunded.id })
  all.approval = await order(['Presse und Akkreditierung'], { paymentMethod: 'free' }).catch(() => order(['Presse und Akkreditierung']))
  all.due = await bought('[value=invoice]')
  all.deposit = await bought('[value=deposit]')
  all.sharing = await bought()
  all.link = local((await api('POST', '/orders/pay-later', { basketId: await basket(['Wochenende Erwachsene', 'Familienpaket']), method: 'payment-link', ...guest })).paymentUrl)
  all.given = await order(['Wochenende Erwachsene'])
  const [kept, taken] = all.given.items
  await api('POST', '/transfers', { orderItemIds: [kept.id], customerEmail: 'mieke.van-den-broeck@example.org', customerName: 'Mieke van den Broeck-Vandenbroucke' })
  all.claim = (await api('POST', '/transfers', { orderItemIds: [taken.id] })).data.attributes.claimUrl
  all.onOffer = await order(['تذكرة ليوم واحد'])
  await api('POST', '/resale/listings', { orderItems: [{ orderItemId: all.onOffer.items[0].id, price: 4000 }] }).catch((e) => problems.push(String(e)))
  return all
}

/** A code by which others take tickets of an order, made on its page. */
async function shared(all) {
  const page = await buyer({ locale: 'de' })
  await page.goto(all.sharing.at)
  await unfolded(page)
  await page.locator('#share-total').fill('2')
  await page.locator('#share form[action*="/share"] .button.main').click()
  await page.locator('#share [name=do]').first().waitFor()
  all.code = local(/https?:[^"'\s<]*\/claim\/[^"'\s<]+/.exec(await page.locator('#share').innerHTML())[0])
  await page.context().close()
}

/** Signs in as the guest of all these orders. */
async function signedIn(language, scheme) {
  const page = await buyer({ locale: language, scheme })
  const { url } = await api('POST', '/customers/single-sign-on', { email: guest.customerEmail, name: guest.customerName })
  await visit(page, 'sign-in of a buyer', local(url), language)
  await page.goto(local(url))
  await page.locator('main form .button').first().click()
  return page
}

/** The addresses of the pages of orders, by reference. */
async function pages(page) {
  await page.goto(`${shop}/account`)
  const links = await page.locator('a[href*="/orders/"]').evaluateAll((all) => all.map((a) => [a.closest('li, article, tr')?.innerText ?? a.innerText, a.href]))
  return (reference) => links.find(([text]) => text.includes(reference))?.[1]
}

/** Paying for a basket, and what a card that is declined leads to. */
async function pays(page, language) {
  if (!wanted('pay')) return
  await page.goto(`${shop}/events/1`)
  await add(page, 'Parkplatz P7')
  await checksOut(page)
  await page.waitForURL('**/pay')
  await widths(page, 'pay', language)
  await page.fill('#card', '4000 0000 0000 0002')
  await page.locator('.checkout-do .button').click()
  await page.locator('[role=alert]:visible, .banner.bad:visible').first().waitFor()
  await widths(page, 'pay declined', language)
}

async function looks(language, scheme, all) {
  const page = await signedIn(language, scheme)
  await visit(page, 'account', `${shop}/account`, language)
  const at = await pages(page)
  for (const [name, o] of Object.entries(all)) {
    if (typeof o === 'string') continue
    const address = o.at ? `${o.at}?lang=${language}` : at(o.reference) // the shop knows in which language it was bought
    if (!address) problems.push(`${name}: no link to ${o.reference} in the account`)
    else await visit(page, `order ${name}`, address, language, () => unfolded(page))
  }
  await visit(page, 'order pay', `${all.deposit.at}/pay?lang=${language}`, language)
  await visit(page, 'order dates', at(all.paid.reference).replace(/\?.*/, '') + '/dates', language)
  const stranger = await buyer({ locale: language, scheme })
  await visit(stranger, 'claim', local(all.claim), language)
  await visit(stranger, 'pay link', all.link, language)
  await visit(stranger, 'pay link unknown', `${base}/pay/NOPE/nothing-here`, language)
  await visit(stranger, 'claim code', all.code, language)
  await visit(stranger, 'claim unknown', `${base}/claim/nothing-here`, language)
  await visit(stranger, 'order unknown', `${base}/orders/nothing-here`, language)
  for (const kind of ['terms', 'privacy', 'imprint', 'accessibility', 'cancellation']) await visit(stranger, `legal ${kind}`, `${shop}/legal/${kind}`, language)
  await pays(stranger, language)
  await page.context().close()
  await stranger.context().close()
}

await run(async () => {
  const text = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverordnung\n\nhttps://kulturveranstaltungsgesellschaft-landesgartenschau.example.org/allgemeine-geschaeftsbedingungen/2027/fassung-vom-ersten-januar\n\nعرض موسيقي\n'
  await api('POST', '/company/legal', Object.fromEntries(['terms', 'privacy', 'imprint', 'accessibility', 'cancellation'].map((kind) => [kind, text])))
  await api('POST', '/events/update', { id: 1, settings: { shareTicketsAfterPurchaseEnabled: true } })
  await api('POST', '/wallet-settings', { selfServeRefundsEnabled: true })
  const all = await states()
  await shared(all)
  for (const language of heart ? ['de'] : languages) await looks(language, language === 'en' ? 'dark' : 'light', all)
  for (let n = problems.length - 1; n >= 0; n--) if (/nothing-here.*status of 404/.test(problems[n])) problems.splice(n, 1) // it said so
  if (problems.length) throw new Error(`${problems.length} problems`)
  console.log('what comes after a purchase breaks no page')
})
