// Looks at every page that buyers of a festival see that has all that breaks pages: names too long,
// many scripts, every kind of ticket, code, question and fee:
//
//	node browser/nasty.mjs ./marquee
//
// SHOTS names a folder for pictures; ONLY is the beginning of the name of the only page that is
// looked at. nasty_orders.mjs looks at what comes after a purchase, nasty_staff.mjs at staff and doors.
import { languages, visit } from './lib/nasty.mjs'
import { add, api, buyer, heart, problems, run, shop } from './lib/shop.mjs'

/** Everything a buyer sees, in one language. */
async function buys(language, events, scheme) {
  const page = await buyer({ locale: language, scheme })
  await visit(page, 'front', shop, language)
  for (const e of events) await visit(page, 'event ' + e.id, `${shop}/events/${e.id}`, language)
  for (const at of ['basket', 'account', 'voucher', 'events/2/times', 'events/3/seats', 'events/1/embed', 'nothing-here']) await visit(page, at, `${shop}/${at}`, language)
  await page.goto(`${shop}/events/1`)
  await add(page, 'Wochenende Erwachsene')
  await add(page, 'Wochenende Erwachsene')
  await add(page, 'T-Shirt „Uferlicht“')
  await visit(page, 'event with a basket', `${shop}/events/1`, language)
  await visit(page, 'basket full', `${shop}/basket`, language)
  await visit(page, 'checkout', `${shop}/checkout`, language)
  await visit(page, 'checkout with problems', `${shop}/checkout`, language, async () => {
    await page.locator('.checkout-do .button').click()
    await page.locator('#problems').waitFor()
  })
}

await run(async () => {
  const events = (await api('GET', '/events?perPage=50')).events.filter((e) => e.isPublished)
  for (const language of heart ? ['de'] : languages) await buys(language, events, language === 'en' ? 'dark' : 'light')
  if (problems.length) throw new Error(`${problems.length} problems`)
  console.log('the festival that breaks pages breaks none')
})
