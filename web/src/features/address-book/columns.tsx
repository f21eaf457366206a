import type { TFunction } from 'i18next'
import type { SavedAddress } from '@/api/schema'
import type { StreetOf } from '@/api/usePlaces'
import { updatedColumn } from '@/blocks/record-columns'
import type { Column } from '@/ui/table/columns'

export const addressColumns = (
  t: TFunction<'address-book'>,
  common: TFunction<'common'>,
  country: (id: number) => string | null,
  streetOf: StreetOf,
  /** Staff see whose address it is. */
  ofClients: boolean,
): Column<SavedAddress>[] => [
  { id: 'name', header: t('field.name'), main: true, sortable: true, width: 220, cell: ({ name }) => name },
  {
    id: 'address_1',
    header: t('field.street'),
    width: 220,
    cell: ({ country_id, address_1, address_number }) => streetOf({ country_id, address_1, address_number }),
  },
  { id: 'city', header: t('field.city'), sortable: true, width: 150, cell: ({ city }) => city },
  { id: 'country', header: t('field.country'), width: 140, cell: ({ country_id }) => country(country_id) },
  ...(ofClients
    ? [
        {
          id: 'client',
          header: t('field.client'),
          width: 180,
          cell: ({ client_name }: SavedAddress) => client_name,
        },
      ]
    : []),
  { id: 'email', header: t('field.email'), optional: true, width: 200, cell: ({ email }) => email },
  updatedColumn(common),
]
