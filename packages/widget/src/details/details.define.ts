/** Registers the elements that only the details show. */
import '../emotion/emotion.define.js';
import '../escalation/escalation.define.js';
import '../history/history.define.js';
import '../prosody/prosody.define.js';
import '../turns/turns.define.js';
