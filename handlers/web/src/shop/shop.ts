// What the pages of the shop can do beyond what they do without scripts: rows change
// without a new page, answers are kept when a field is left, a payment is asked about, and
// the last minute of a basket is announced. Every page works without.
import { asking } from './asking'
import { once } from './once'
import { saving } from './saving'
import { sharing } from './sharing'
import { swapping, refresh } from './swapping'
import { tickets } from './tickets'
import { seats } from './seats'
import { clock } from './clock'
import { queueing } from './queueing'
import { zones } from './zones'

swapping()
sharing()
once()
saving()
asking()
clock(refresh)
tickets()
seats()
queueing()
zones()

// A page that the browser kept may be of a basket that was paid since.
window.addEventListener('pageshow', (e) => {
  if (e.persisted && document.querySelector('[data-until], .checkout')) location.reload()
})
