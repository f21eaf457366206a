/** A server of Karrio outside, with the calls that are used of it: it sells labels, comes for them, and lists them. */

const PDF = Buffer.from('%PDF-1.4 of the carrier').toString('base64')

let count = 0

type Said = { status: number; body: unknown }

/** What it says to `POST pickups`, with what was sent. */
export function answerAsKarrio(call: string, sent: string): Said {
  const [path = ''] = call.split('?')
  count += 1
  if (path === 'POST shipments') return { status: 201, body: makeShipment(sent) }
  if (path === 'POST pickups') return { status: 201, body: makePickup() }
  if (path === 'POST manifests') return { status: 201, body: { id: `manf_${count}` } }
  if (/^POST manifests\/\w+\/document$/.test(path)) return { status: 200, body: { base64: PDF } }
  if (/^POST pickups\/\w+\/cancel$/.test(path)) return { status: 200, body: { status: 'cancelled' } }
  if (/^GET (shipments|pickups|manifests)$/.test(path)) return { status: 200, body: { results: [] } }
  return { status: 404, body: {} }
}

const makeShipment = (sent: string) => ({
  id: `shp_${count}`,
  status: 'created',
  order_id: (JSON.parse(sent) as { order_id: string }).order_id,
  carrier_name: 'generic',
  tracking_number: `1Z${count}`,
  selected_rate: { total_charge: 12.5, currency: 'USD' },
  shipping_documents: [{ category: 'label', base64: PDF }],
})

const makePickup = () => ({
  id: `pck_${count}`,
  status: 'scheduled',
  confirmation_number: `PU-${count}`,
  pickup_charge: { amount: 4.5, currency: 'BRL' },
})
