import { media } from '../../../content/media.ts';
import { Button } from '../../../ui/button.tsx';
import { type ImageDrop, useImageDrop } from './use-image-drop.tsx';

/** For a toolbar: opens the window of pictures; shares that of `useImageDrop` when it is given, else brings its own. */
export function InsertImageButton(props: { media: ImageDrop } | { onInsert: (html: string) => void }) {
  return 'media' in props ? <OpenButton onOpen={() => props.media.open()} /> : <ButtonWithWindow {...props} />;
}

function ButtonWithWindow({ onInsert }: { onInsert: (html: string) => void }) {
  const { open, dialog } = useImageDrop(onInsert);
  return (
    <>
      <OpenButton onOpen={() => open()} />
      {dialog}
    </>
  );
}

function OpenButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={onOpen}>
      {media.insertButton}
    </Button>
  );
}
