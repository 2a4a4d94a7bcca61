// Looks at the pages of the office at the festival that breaks pages:
//
//	node browser/nasty_office.mjs ./marquee
//
// SHOTS names a folder for pictures; ONLY is the beginning of the name of the only page that is
// looked at.
import { languages, visit } from './lib/nasty.mjs'
import { base, buyer, heart, password, run } from './lib/shop.mjs'

await run(async () => {
  for (const language of heart ? ['de'] : languages) {
    const page = await buyer({ locale: language, scheme: language === 'fr' ? 'dark' : 'light' })
    await page.goto(base + '/office')
    await page.fill('#email', 'owner@example.com')
    await page.fill('#password', password)
    await page.click('form .tall')
    await page.waitForURL(/\/office\/[^/]+$/)
    const home = page.url()
    for (const [name, at] of Object.entries({ home: '', events: '/events', new: '/events/new', event: '/events/1', basics: '/events/1/basics', tickets: '/events/1/tickets', ticket: '/events/1/tickets/2', search: '/search?q=an', customers: '/customers', customer: '/customers/1', 'customer-edit': '/customers/1/edit', 'customer-erase': '/customers/1/erase', merge: '/customers/1/merge/2', groups: '/customers/groups', 'new-group': '/customers/groups/new', orders: '/orders' })) {
      await visit(page, `office ${name}`, home + at, language)
    }
    await page.close()
  }
})
