import type { Editor } from '@tiptap/core';
import { visual } from '#site/content/visual.ts';
import { Button } from '#site/ui/button.tsx';
import { TextField } from '#site/ui/field.tsx';
import { addCaption, removePicture, type SelectedPicture, setAlt } from './selected-picture.ts';

/** The description and the caption of the selected picture. */
export function PicturePanel({ editor, picture }: { editor: Editor; picture: SelectedPicture }) {
  const words = visual.picture;
  return (
    <div className="picture-panel wraps" role="group" aria-label={words.panel}>
      <TextField
        id="visual-alt"
        name="visual-alt"
        label={words.alt}
        maxLength={500}
        autoComplete="off"
        value={picture.alt}
        onChange={(event) => setAlt(editor, picture, event.target.value)}
        // Enter would submit the form of the post.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          editor.commands.focus();
        }}
      />
      {picture.figureAt !== null && !picture.hasCaption && (
        <Button size="small" variant="line" onClick={() => addCaption(editor, picture)}>
          {words.caption}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => removePicture(editor, picture)}>
        {words.remove}
      </Button>
    </div>
  );
}
