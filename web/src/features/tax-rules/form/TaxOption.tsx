import { useTaxName } from '../words/useTaxName'

/** A tax in a list to choose from: its code, and its name where it has one. */
function TaxOption({ code }: { code: string }) {
  const name = useTaxName()(code)
  return (
    <span>
      <code>{code}</code> {name !== code && <small>{name}</small>}
    </span>
  )
}

/** For fields of Mantine that choose a tax by its code. */
export const renderTax = ({ option }: { option: { value: string } }) => <TaxOption code={option.value} />
