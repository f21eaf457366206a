import { PriceTableForm } from '../PriceTableForm'

/** The names and units of a table. */
export default function DetailsPage({ id }: { id: string }) {
  return <PriceTableForm id={id} />
}
