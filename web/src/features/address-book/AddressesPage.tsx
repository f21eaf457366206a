import { IconAddressBook, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { savedAddressList, useSavedAddressList } from '@/api/generated/endpoints/address-book/address-book'
import { PAGED } from '@/api/record-query'
import type { SavedAddress } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { useStreet } from '@/api/usePlaces'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import type { MenuEntry } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { addressColumns } from './columns'
import { addressList } from './list'
import { useDelete } from './useDelete'

const edit = ({ id }: SavedAddress) => paths['saved_addresses.edit']({ id })

/** Senders and recipients to use again: a client's own, and for staff those of all clients. */
export function AddressesPage() {
  const { t } = useTranslation('address-book')
  const { t: common } = useTranslation()
  const country = useCountryName()
  const { can } = useProfile()
  const list = useListParams(addressList)
  const ofClients = Boolean(can['client.select'])
  const streetOf = useStreet()
  const columns = useMemo(
    () => addressColumns(t, common, country, streetOf, ofClients),
    [t, common, country, streetOf, ofClients],
  )
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['saved_addresses.create']()}
          label={t('create')}
          allowed={can['saved_address.create']}
        />
      }
      search={t('search')}
      filters={
        ofClients && (
          <ClientChoice
            label={t('field.client')}
            value={list.values.client_id}
            onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
          />
        )
      }
      list={list}
      load={(page, options) => savedAddressList({ ...list.query, ...page }, options)}
      result={useOnceCountriesAreNamed(useSavedAddressList(list.query, PAGED))}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={edit}
      menu={useMenu()}
      empty={{ icon: IconAddressBook, title: t('empty'), text: t('emptyText') }}
    />
  )
}

function useMenu() {
  const { t } = useTranslation(['common', 'codes', 'address-book'])
  const remove = useDelete()
  return (address: SavedAddress): MenuEntry[] => [
    { label: t('record.open'), icon: IconPencil, to: edit(address) },
    'divider',
    {
      label: t('address-book:delete.action'),
      icon: IconTrash,
      danger: true,
      run: () => void remove(address),
      refused: address.can.delete ? undefined : t('codes:forbidden'),
    },
  ]
}
