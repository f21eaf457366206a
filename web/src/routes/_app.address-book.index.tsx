import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AddressesPage } from '@/features/address-book/AddressesPage'
import { addressList } from '@/features/address-book/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/address-book/')({
  validateSearch: addressList.validate,
  search: { middlewares: [stripSearchParams(addressList.defaults)] },
  loader: () => loadTexts('address-book', 'codes'),
  component: AddressesPage,
})
