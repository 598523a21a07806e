/** The shapes of both directions. */
import { schema as clientSchema } from './generated/client-schema.js';
import { schema as serverSchema } from './generated/server-schema.js';
import { Shapes } from './shape.js';

export const clientShapes = new Shapes(clientSchema);
export const serverShapes = new Shapes(serverSchema);
