import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { uploadList } from '@/features/uploads/list'
import { UploadsPage } from '@/features/uploads/UploadsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/uploads')({
  validateSearch: uploadList.validate,
  search: { middlewares: [stripSearchParams(uploadList.defaults)] },
  loader: () => loadTexts('uploads', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="uploads" right="upload.list">
      <UploadsPage />
    </OnMenu>
  )
}
