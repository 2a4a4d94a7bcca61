// The page of an order whose codes rotate draws them.
import { live } from './live'

live()
