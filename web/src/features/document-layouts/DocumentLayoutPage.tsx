import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTenantSettingDocumentLayoutShow } from '@/api/generated/endpoints/company/company'
import type { DocumentForm } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'
import { LayoutEditor } from './LayoutEditor'

/** The layout of one document, as text, with a preview beside it. */
export function DocumentLayoutPage({ form }: { form: DocumentForm }) {
  const { t } = useTranslation('document-layouts')
  const shown = useTenantSettingDocumentLayoutShow(form, { query: { staleTime: 0 } })
  const layout = shown.isFetchedAfterMount ? shown.data?.data : undefined
  return (
    <ResourcePage
      title={t(`form.${form}`)}
      text={t('editText')}
      action={
        <Button
          variant="default"
          component={AppLink}
          to={paths['tenant_settings.tab']({ tab: 'documents' })}
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t('back')}
        </Button>
      }
    >
      {layout ? (
        <LayoutEditor layout={layout} />
      ) : shown.error ? (
        <LoadFailure title={t('failed')} result={shown} />
      ) : (
        <Skeleton height="70vh" radius="md" />
      )}
    </ResourcePage>
  )
}
