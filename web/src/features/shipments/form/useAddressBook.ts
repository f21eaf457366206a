import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import {
  invalidateSavedAddressList,
  invalidateSavedAddressSelect,
  savedAddressCreate,
} from '@/api/generated/endpoints/address-book/address-book'
import { notify } from '@/ui/dialogs/notify'
import { partyOf } from './fill-in'
import type { ShipmentValues, Side } from './values'

/** Saves the sides that are ticked into the address book. The shipment is saved already: a failure is only told. */
export function useAddressBook() {
  const { t } = useTranslation('shipment-form')
  const queryClient = useQueryClient()

  async function keep(values: ShipmentValues, side: Side) {
    const { name, country_id, city, ...party } = partyOf(values, side)
    if (!values[`${side}_saved`] || !name || country_id === null || !city) return
    try {
      await savedAddressCreate(
        { ...party, client_id: values.client_id, name, country_id, city },
        { quiet: true },
      )
    } catch (error) {
      // There already is what was wanted.
      if (statusOf(error) === 422) return
      notify.warning(t('notSavedToBook', { name }))
    }
  }

  return async (values: ShipmentValues) => {
    if (!values.from_saved && !values.to_saved) return
    for (const side of ['from', 'to'] as const) await keep(values, side)
    void invalidateSavedAddressList(queryClient)
    void invalidateSavedAddressSelect(queryClient)
  }
}
