import { Anchor, Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAccountDataExport } from '@/api/generated/endpoints/my-account/my-account'
import { InPerson } from '@/blocks/InPerson'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { FormSection } from '@/ui/form/ResourceForm'

/** Starts the process that writes somebody's own data into a file. */
export function ExportSection() {
  const { t } = useTranslation('account')
  const start = useAccountDataExport({
    mutation: {
      onSuccess: () => notify.success(t('privacy.export.started')),
      onError: notify.failure,
    },
  })
  return (
    <FormSection title={t('privacy.export.title')} text={t('privacy.export.text')}>
      <InPerson>
        <Group gap="md">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {t('privacy.export.action')}
          </Button>
          <Anchor component={AppLink} to={paths.processes()} size="sm">
            {t('privacy.export.processes')}
          </Anchor>
        </Group>
      </InPerson>
    </FormSection>
  )
}
