import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateSavedParcelList, savedParcelCreate } from '@/api/generated/endpoints/shipments/shipments'
import { ActionDialog } from '@/ui/dialogs/ActionDialog'
import { notify } from '@/ui/dialogs/notify'
import type { ParcelRow } from './values'

type Props = { parcel: ParcelRow; clientId: string | null; opened: boolean; onClose(): void }

/** Asks for the name under which a parcel is chosen again. */
export default function SaveParcelDialog({ parcel, clientId, opened, onClose }: Props) {
  const { t } = useTranslation(['shipment-form', 'common'])
  const queryClient = useQueryClient()
  const { length_mm, width_mm, height_mm, weight_g } = parcel
  const measures = { length_mm, width_mm, height_mm, weight_g }
  return (
    // Opened from another form, this one is sent alone, and takes no room there.
    <div style={{ display: 'contents' }} onSubmit={(event) => event.stopPropagation()}>
      <ActionDialog
        opened={opened}
        onClose={onClose}
        title={t('savedParcels.save')}
        action={t('common:save')}
        initial={{ name: '' }}
        check={({ name }) => (name.trim() ? {} : { name: t('common:validation.required') })}
        send={({ name }) => savedParcelCreate({ ...measures, name, client_id: clientId })}
        onDone={({ data }) => {
          notify.success(t('savedParcels.saved', { name: data.name }))
          void invalidateSavedParcelList(queryClient)
        }}
      >
        {({ values, set, problem }) => (
          <TextInput
            data-autofocus
            label={t('savedParcels.name')}
            withAsterisk
            maxLength={60}
            value={values.name}
            error={problem('name')}
            onChange={(event) => set('name', event.currentTarget.value)}
          />
        )}
      </ActionDialog>
    </div>
  )
}
